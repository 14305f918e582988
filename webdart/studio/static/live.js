// The one connection to webdart: messages and pictures come, commands go.

export class Live {
  constructor(heard, ended) {
    this.heard = heard;
    const url = new URL("live", location.href);
    url.protocol = "ws:";
    this.socket = new WebSocket(url);
    this.socket.binaryType = "arraybuffer";
    this.frame = null;
    this.socket.addEventListener("message", (event) => this.take(event.data));
    this.socket.addEventListener("close", (event) => ended(event.code === 4001));
  }

  take(data) {
    if (typeof data !== "string") {
      this.heard.frame({ ...this.frame, picture: data });
      return;
    }
    const message = JSON.parse(data);
    if (message.kind === "frame") this.frame = message;
    else this.heard[message.kind]?.(message);
  }

  send(kind, more = {}) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ kind, ...more }));
  }
}
