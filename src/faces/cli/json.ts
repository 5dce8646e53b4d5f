/** What JSON leaves bare, and a terminal would obey or an eye not see: control, direction, invisible characters. */
const bare =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g

/** A value on one line. It reads back as the same value, and no terminal obeys anything in it. */
export function jsonLine(value: unknown): string {
  // Ended before it is looked at: V8 joins the pieces of a text as it is read, and once is enough.
  const text = `${JSON.stringify(value)}\n`
  return isPlain(text) ? text : text.replace(bare, escaped)
}

/** ASCII that JSON has escaped, except DEL: nearly all text, and cheaper to detect than with a pattern not yet compiled. */
function isPlain(text: string): boolean {
  return Buffer.byteLength(text) === text.length && !text.includes('\u007f')
}

function escaped(units: string): string {
  return units
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
