/**
 * The link to the server: whole snapshots, a beat in between, and silence noticed.
 *
 * What a screen shows is live only while beats come and name the number that it shows. Otherwise the
 * screen is told, and must not show a figure. It reconnects for ever, sooner at first, and begins
 * with a whole snapshot each time.
 */

/** Without a beat or a snapshot for this long, nothing is shown as live. The server beats at 2 Hz. */
const SILENCE_MS = 2000;

/** A beat that names a newer number: its snapshot is on its way, or was lost. */
const GAP_MS = 700;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;
const NOT_PAIRED = 4401;

export class Link {
  /**
   * @param {{role: string, language: string, onView: (view: object) => void,
   *          onLost: () => void, onNotPaired?: () => void}} options
   */
  constructor(options) {
    this.options = options;
    this.socket = null;
    this.epoch = null;
    this.number = -1;
    this.heardAt = -Infinity;
    this.gapSince = null;
    this.pause = FIRST_PAUSE_MS;
    this.live = null;
    setInterval(() => this.#watch(), 200);
    this.#connect();
  }

  /** Begin anew, with another language or once paired. */
  restart(changes = {}) {
    Object.assign(this.options, changes);
    this.pause = FIRST_PAUSE_MS;
    this.socket?.close();
    this.#connect();
  }

  #connect() {
    clearTimeout(this.timer);
    const { role, language } = this.options;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?role=${role}&language=${language}`);
    this.socket = socket;
    socket.onmessage = (event) => socket === this.socket && this.#take(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.#closed(event.code);
  }

  #closed(code) {
    this.heardAt = -Infinity;
    this.#watch();
    if (code === NOT_PAIRED && this.options.onNotPaired) {
      this.options.onNotPaired();
      return;
    }
    this.timer = setTimeout(() => this.#connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
  }

  #take(message) {
    if (message.type === "snapshot") {
      this.pause = FIRST_PAUSE_MS;
      this.epoch = message.epoch;
      this.number = message.number;
      this.gapSince = null;
      this.heardAt = performance.now();
      this.live = true;
      this.options.onView(message.view);
    } else if (message.type === "beat") {
      this.#takeBeat(message);
    }
  }

  #takeBeat(message) {
    const current = message.epoch === this.epoch && message.number === this.number;
    if (current) {
      this.gapSince = null;
      this.heardAt = performance.now();
      return;
    }
    this.gapSince ??= performance.now();
    if (performance.now() - this.gapSince > GAP_MS) {
      this.gapSince = performance.now();
      this.socket.send(JSON.stringify({ want: "snapshot" }));
    }
  }

  #watch() {
    if (performance.now() - this.heardAt > SILENCE_MS && this.live !== false) {
      this.live = false;
      this.options.onLost();
    }
  }
}
