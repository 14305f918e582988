// The form for a page that asks to log in: what is typed here goes to webdart, never into the file or the picture.

import { byId } from "./dom.js";

export class Login {
  constructor(send) {
    this.asked = "";
    byId("login").addEventListener("submit", (event) => {
      event.preventDefault();
      send("login", {
        user_name: byId("user-name").value, user: byId("user").value,
        password_name: byId("password-name").value, password: byId("password").value,
      });
      byId("password").value = "";
      byId("busy").hidden = false;
    });
  }

  show(names) {
    byId("login").hidden = names.length === 0;
    if (names.length === 0 || this.asked === names.join()) return;
    this.asked = names.join();
    [byId("user-name").value, byId("password-name").value] = names;
  }
}
