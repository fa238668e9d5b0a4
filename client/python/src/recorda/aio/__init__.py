"""The client for asyncio: `recorda.connect_async` makes it."""
