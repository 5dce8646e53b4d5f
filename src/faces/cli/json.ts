/** What JSON leaves bare, and a terminal would obey or an eye not see: control, direction, invisible characters. */
const bare =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g

/** A value on one line. It reads back as the same value, and no terminal obeys anything in it. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replace(bare, escaped)}\n`
}

function escaped(units: string): string {
  return units
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
