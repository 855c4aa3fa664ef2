"""A relay in front of a server that makes setting up connections as slow as on a real link. The
browser's own throttling delays each response, but connects at once."""
import asyncio
import threading
import time


class Relay:
    """Forwards bytes. Data sent before the connection would exist waits until it does, plus one round trip:
    the browser delays each response by one round trip after the request, which has passed by then."""

    def __init__(self, port, round_trip, round_trips):
        self.target, self.round_trip, self.set_up = port, round_trip, round_trip * round_trips
        self.loop = asyncio.new_event_loop()
        started = threading.Event()
        threading.Thread(target=self.run, args=(started,), daemon=True).start()
        started.wait()

    def run(self, started):
        asyncio.set_event_loop(self.loop)
        self.server = self.loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0))
        self.port = self.server.sockets[0].getsockname()[1]
        started.set()
        self.loop.run_forever()

    async def serve(self, reader, writer):
        there = time.monotonic() + self.set_up
        onward, back = await asyncio.open_connection("127.0.0.1", self.target)

        async def requests():
            while chunk := await reader.read(1 << 16):
                if (now := time.monotonic()) < there:
                    await asyncio.sleep(there + self.round_trip - now)
                back.write(chunk)
                await back.drain()

        async def answers():
            while chunk := await onward.read(1 << 16):
                writer.write(chunk)
                await writer.drain()
        tasks = [asyncio.ensure_future(requests()), asyncio.ensure_future(answers())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            pass  # the relay ends
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            writer.close()
            back.close()

    async def end(self):
        self.server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def stop(self):
        asyncio.run_coroutine_threadsafe(self.end(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
