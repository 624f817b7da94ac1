/** The beginning of a text in quotes, for messages. It never ends with half a character. */
export function beginningOf(text: string): string {
  const characters = Array.from(text.slice(0, 100)); // 40 characters are 80 units at most
  return JSON.stringify(characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : text);
}
