// Builds elements. Whatever a site said enters the page as text, and in no other way.

export const byId = (id) => document.getElementById(id);

export function make(tag, how = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(how)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (value === false || value === null || value === undefined) continue;
    else if (name === "class") element.className = value;
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined).map((child) =>
    child instanceof Node ? child : document.createTextNode(String(child))));
  return element;
}

export function shape(tag, how) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(how)) element.setAttribute(name, String(value));
  return element;
}

export function fill(element, children) {
  element.replaceChildren(...children);
}

export const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
