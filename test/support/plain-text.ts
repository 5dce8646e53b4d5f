import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The files below a folder, whatever they are, that hold a text in one of its usual encodings. */
export function filesWith(folder: string, text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const wanted = [text, json, text.toLowerCase()].flatMap((form) => [
    Buffer.from(form),
    Buffer.from(form, 'utf16le'),
    // Of any place within base64.
    ...[0, 1, 2].map((shift) => Buffer.from(base64Within(form, shift))),
  ])
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
    const bytes = readFileSync(path)
    return wanted.some((one) => bytes.includes(one))
  })
}

function base64Within(text: string, shift: number): string {
  const whole = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64')
  return whole.slice(shift === 0 ? 0 : 4, -4)
}
