import { altOrEscape, type InputEvent, type KeyEvent, key } from './key-event.ts'
import { parseCsi, parseOsc, parseSs3 } from './key-sequences.ts'

type Paste = { readonly parts: readonly Uint8Array[]; readonly size: number; readonly cut: boolean }

export type KeyState = {
  /** The start of a sequence or character whose rest has not come yet. */
  readonly pending: Uint8Array
  readonly paste: Paste | undefined
}

export const freshKeys: KeyState = { pending: new Uint8Array(0), paste: undefined }

const pasteLimit = 4 * 1024 * 1024
const stringLimit = 64 * 1024
const esc = 0x1b
const pasteEnd = Buffer.from('\x1b[201~')

/** A token that ends at `end`; undefined while its rest is missing. */
type Token = { readonly end: number; readonly event?: InputEvent | 'paste' | undefined } | undefined
type CharacterToken = { readonly end: number; readonly event?: KeyEvent | undefined } | undefined

/** Takes in what stdin delivered. However the bytes are cut into chunks, the events are the same. */
export function parseKeys(state: KeyState, chunk: Uint8Array): [KeyState, InputEvent[]] {
  const bytes = state.pending.length === 0 ? chunk : Buffer.concat([state.pending, chunk])
  const events: InputEvent[] = []
  let paste = state.paste
  let at = 0
  while (at < bytes.length) {
    if (paste !== undefined) {
      const stop = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(pasteEnd, at)
      const kept = stop < 0 ? Math.max(at, bytes.length - pasteEnd.length + 1) : stop
      paste = extend(paste, bytes.slice(at, kept))
      at = kept
      if (stop < 0) break
      events.push(pasted(paste))
      paste = undefined
      at += pasteEnd.length
      continue
    }
    const token = nextToken(bytes, at)
    if (token === undefined) break
    if (token.event === 'paste') paste = { parts: [], size: 0, cut: false }
    else if (token.event !== undefined) events.push(token.event)
    at = token.end
  }
  return [{ pending: bytes.slice(at), paste }, events]
}

/** The meaning of an unfinished sequence when nothing more comes: a lone ESC is the Escape key. */
export function settleKeys(state: KeyState): [KeyState, InputEvent[]] {
  if (state.paste !== undefined) return [freshKeys, [pasted(extend(state.paste, state.pending))]]
  const [first, second] = state.pending
  if (first !== esc) return [freshKeys, []]
  if (second === undefined) return [freshKeys, [key('escape')]]
  if (state.pending.length > 2) return [freshKeys, []]
  return [freshKeys, [altOrEscape(typed(second))]]
}

/** How long to wait for the rest before settling, ms; undefined when nothing is pending. */
export function settleDelay(state: KeyState): number | undefined {
  if (state.paste !== undefined) return 30_000
  if (state.pending.length === 0) return undefined
  const [first, second, third] = state.pending
  if (first !== esc || second === 0x5b || third !== undefined) return 1_000
  return second === undefined ? 50 : 150
}

/** Behind ESC these begin an answer of the terminal, if such a character follows; else they are keys: `]`, `P`. */
const mayAnswer = new Map([
  [0x5d, /[\dIlL]/u],
  [0x50, /[\d>!$+]/u],
])

function typed(byte: number): KeyEvent {
  const text = String.fromCharCode(byte)
  return key(text, { text })
}

function nextToken(bytes: Uint8Array, at: number): Token {
  if (bytes[at] !== esc) return character(bytes, at)
  const next = bytes[at + 1]
  if (next === undefined) return undefined
  if (next === esc) return { end: at + 1, event: key('escape') }
  if (next === 0x5b) return csi(bytes, at)
  if (next === 0x4f) {
    const last = bytes[at + 2]
    if (last === undefined) return undefined
    const event = parseSs3(String.fromCharCode(last))
    return event === undefined ? { end: at + 2, event: altOrEscape(typed(next)) } : { end: at + 3, event }
  }
  const answers = mayAnswer.get(next)
  if (answers !== undefined) {
    const begun = bytes[at + 2]
    if (begun === undefined) return undefined
    if (answers.test(String.fromCharCode(begun))) return reply(bytes, at)
  }
  if (next === 0x5f) return reply(bytes, at)
  const plain = character(bytes, at + 1)
  return plain?.event === undefined ? plain : { end: plain.end, event: altOrEscape(plain.event) }
}

function csi(bytes: Uint8Array, at: number): Token {
  if (bytes[at + 2] === 0x5b) {
    const last = bytes[at + 3]
    return last === undefined ? undefined : { end: at + 4, event: parseCsi('[', String.fromCharCode(last)) }
  }
  for (let stop = at + 2; stop < bytes.length; stop++) {
    const byte = bytes[stop] ?? 0
    if (byte >= 0x20 && byte <= 0x3f) {
      if (stop - at > 200) return { end: stop }
      continue
    }
    // A control byte in the middle breaks the sequence off and counts for itself.
    if (byte < 0x40 || byte > 0x7e) return { end: stop }
    const parameters = Buffer.from(bytes.slice(at + 2, stop)).toString('latin1')
    const final = String.fromCharCode(byte)
    if (final === '~' && parameters === '200') return { end: stop + 1, event: 'paste' }
    // The old mouse report carries three bytes behind its end.
    if (final === 'M' && parameters === '') return bytes.length < stop + 4 ? undefined : { end: stop + 4 }
    return { end: stop + 1, event: parseCsi(parameters, final) }
  }
  return undefined
}

/** OSC, DCS and APC: answers of the terminal. */
function reply(bytes: Uint8Array, at: number): Token {
  for (let stop = at + 2; stop < bytes.length; stop++) {
    const byte = bytes[stop] ?? 0
    if (byte === 0x07) return { end: stop + 1, event: answerOf(bytes, at, stop) }
    if (byte === esc) {
      const next = bytes[stop + 1]
      if (next === undefined) return undefined
      return next === 0x5c ? { end: stop + 2, event: answerOf(bytes, at, stop) } : { end: stop }
    }
    if (byte < 0x20 || stop - at > stringLimit) return { end: stop }
  }
  return undefined
}

function answerOf(bytes: Uint8Array, at: number, stop: number): InputEvent | undefined {
  if (bytes[at + 1] !== 0x5d || stop - at > 60) return undefined
  return parseOsc(Buffer.from(bytes.slice(at + 2, stop)).toString('latin1'))
}

const controlNames = new Map([
  [0x00, key('space', { ctrl: true })],
  [0x08, key('backspace')],
  [0x09, key('tab')],
  [0x0d, key('enter')],
  [0x20, key('space', { text: ' ' })],
  [0x7f, key('backspace')],
])

function character(bytes: Uint8Array, at: number): CharacterToken {
  const first = bytes[at]
  if (first === undefined) return undefined
  const named = controlNames.get(first)
  if (named !== undefined) return { end: at + 1, event: named }
  if (first < 0x20) {
    const name = String.fromCharCode(first + 0x40).toLowerCase()
    return { end: at + 1, event: key(name, { ctrl: true }) }
  }
  const length =
    first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  for (let more = 1; more < length; more++) {
    const byte = bytes[at + more]
    if (byte === undefined) return undefined
    if ((byte & 0xc0) !== 0x80) return { end: at + more }
  }
  if (length === 0) return { end: at + 1 }
  const text = Buffer.from(bytes.slice(at, at + length)).toString('utf8')
  const printable = !/[\x80-\x9f\ufffd]/u.test(text)
  return { end: at + length, event: printable ? key(text, { text }) : undefined }
}

function extend(paste: Paste, bytes: Uint8Array): Paste {
  if (bytes.length === 0) return paste
  const part = bytes.slice(0, pasteLimit - paste.size)
  const cut = paste.cut || part.length < bytes.length
  return {
    parts: part.length === 0 ? paste.parts : [...paste.parts, part],
    size: paste.size + part.length,
    cut,
  }
}

function pasted({ parts, cut }: Paste): InputEvent {
  const text = Buffer.concat(parts).toString('utf8')
  return { type: 'paste', text: text.replace(/\r\n?/gu, '\n'), ...(cut ? { cut } : {}) }
}
