// While many try to log in, a browser that the newsroom does not know goes first if it solves a puzzle: a number that,
// hashed by SHA-256 with the puzzle's name, begins with so many zero bits. In pieces, so that the page still answers.
"use strict";
const puzzle = {
  form: document.getElementById("log-in"),
  state: document.getElementById("puzzle"),
  isUnderWay: false,
  PIECE: 40, // milliseconds
  PATIENCE: 10000, // for the answer of the server

  // Asks for a puzzle; an answer without bits needs no solution.
  async ask() {
    const limit = new AbortController(), timer = setTimeout(() => limit.abort(), puzzle.PATIENCE);
    try {
      const answer = await fetch("/admin/log-in/puzzle", { signal: limit.signal, cache: "no-store" });
      return answer.ok ? await answer.json() : { bits: 0 };
    } finally { clearTimeout(timer); }
  },

  async solve(wanted) {
    const hash = puzzle.hasher(wanted.puzzle.split(".")[2] + ".");
    for (let number = 0; ;) {
      for (const end = performance.now() + puzzle.PIECE; performance.now() < end;) {
        for (const next = number + 500; number < next; number++) {
          if (hash(number) >>> (32 - wanted.bits) === 0) return `${wanted.puzzle}.${number}`;
        }
      }
      await new Promise(resolve => setTimeout(resolve));
    }
  },

  // The constants of SHA-256 (FIPS 180-4): the first bits of the roots of primes.
  constants() {
    const primes = [];
    for (let number = 2; primes.length < 64; number++) if (primes.every(prime => number % prime)) primes.push(number);
    const bits = root => (root % 1) * 0x100000000 | 0;
    return [primes.map(prime => bits(Math.cbrt(prime))), primes.slice(0, 8).map(prime => bits(Math.sqrt(prime)))];
  },

  // A function for the first 32 bits of the hash of a short text with a number after it, which fit into one block.
  hasher(text) {
    const [k, start] = puzzle.constants(), w = new Int32Array(64), block = new Uint8Array(64), view = new DataView(block.buffer);
    for (let i = 0; i < text.length; i++) block[i] = text.charCodeAt(i);
    return number => {
      const digits = String(number), length = text.length + digits.length;
      for (let i = 0; i < digits.length; i++) block[text.length + i] = digits.charCodeAt(i);
      block[length] = 0x80;
      block.fill(0, length + 1, 62);
      view.setUint16(62, length * 8);
      for (let i = 0; i < 16; i++) w[i] = view.getInt32(i * 4);
      for (let i = 16; i < 64; i++) {
        const x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + ((x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3) + w[i - 7]
          + ((y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10);
      }
      let a = start[0], b = start[1], c = start[2], d = start[3], e = start[4], f = start[5], g = start[6], h = start[7];
      for (let i = 0; i < 64; i++) {
        const one = h + ((e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7)) + (e & f ^ ~e & g) + k[i] + w[i] | 0;
        const two = ((a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10)) + (a & b ^ a & c ^ b & c) | 0;
        h = g; g = f; f = e; e = d + one | 0; d = c; c = b; b = a; a = one + two | 0;
      }
      return start[0] + a >>> 0;
    };
  },

  // Without an answer the form is sent as it is.
  async send() {
    try {
      const wanted = await puzzle.ask();
      if (wanted.bits > 0) {
        puzzle.state.hidden = false;
        puzzle.form.elements.solution.value = await puzzle.solve(wanted);
      }
    } catch (error) { }
    puzzle.form.submit();
  },
};

puzzle.form.addEventListener("submit", event => {
  event.preventDefault();
  if (!puzzle.isUnderWay) puzzle.send();
  puzzle.isUnderWay = true;
});
// A page that comes back from the browser's memory can be sent again.
addEventListener("pageshow", () => {
  puzzle.isUnderWay = false;
  puzzle.state.hidden = true;
  puzzle.form.elements.solution.value = "";
});
