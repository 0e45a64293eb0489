/** The words of the screens themselves. Rulings come as whole sentences from the server. */

const catalogues = {};
let language = "en";

/** Load a language and use it from now on. */
export async function useLanguage(name) {
  catalogues[name] ??= await (await fetch(`/screens/words.${name}.json`)).json();
  language = name;
  document.documentElement.lang = name;
}

export const currentLanguage = () => language;

/** The words of a key, with `{name}` replaced by its value. */
export function words(key, values = {}) {
  const text = catalogues[language]?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** An amount as the house writes it: thousands apart, digits only. */
export function amount(value) {
  if (value === null || value === undefined) return "";
  const separator = language === "ru" ? "\u00a0" : ",";
  return String(value).replace(/\B(?=(\d{3})+$)/g, separator);
}

/** Fill every element that names its words. */
export function translatePage(root = document) {
  for (const element of root.querySelectorAll("[data-words]")) {
    element.textContent = words(element.dataset.words);
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", words(element.dataset.label));
  }
}
