"""The person's address book: Evolution Data Server, or a folder of vCards."""
