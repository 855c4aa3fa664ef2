// Loads from the newspaper within a deadline, and says why if nothing came. Shared by pages, app and worker.

/** Milliseconds that a response may take. */
const DEADLINE = 20000;

/** The reason why there is no response: `offline`, `slow`, or `refused` with a status. */
class Trouble extends Error {
  constructor(kind, status) {
    super(kind);
    Object.assign(this, { kind, status });
  }
}

/** Loads within the deadline, including the body. */
async function load(address, options, read) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), DEADLINE);
  try {
    const response = await fetch(address, { ...options, signal: stop.signal });
    if (!response.ok) throw new Trouble('refused', response.status);
    return await read(response);
  } catch (fault) {
    if (fault instanceof Trouble) throw fault;
    // Anything that is not JSON is not from the newspaper: a hotel network's page, for example.
    throw new Trouble(stop.signal.aborted ? 'slow' : fault instanceof SyntaxError ? 'refused' : 'offline', 200);
  } finally {
    clearTimeout(timer);
  }
}
