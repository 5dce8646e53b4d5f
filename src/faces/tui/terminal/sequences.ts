import { sanitizeLine } from '../../../domain/sanitize.ts'
import { linkEnd } from './shows-links.ts'

const mouseOn = '\x1b[?1000h\x1b[?1002h\x1b[?1006h'
const mouseOff = '\x1b[?1006l\x1b[?1002l\x1b[?1000l'

/** Alternate screen, title kept aside, no cursor, no wrapping, bracketed paste, focus reports. */
export function enterSequence(mouse: boolean): string {
  return `\x1b[?1049h\x1b[22;2t\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[?1004h${mouse ? mouseOn : ''}`
}

/** Undoes `enterSequence`. Safe to write twice and in the middle of a frame. */
export function leaveSequence(): string {
  return `${linkEnd}\x1b[m${mouseOff}\x1b[?1004l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[23;2t\x1b[?1049l`
}

export function mouseSequence(on: boolean): string {
  return on ? mouseOn : mouseOff
}

/** OSC 2. Cleaned here whatever the caller did: titles are made of agents' names and subjects. */
export function titleSequence(title: string): string {
  return `\x1b]2;${short(title, 120)}\x07`
}

/** OSC 11: asks for the colour of the background. Terminals that do not know it answer nothing. */
export const groundQuestion = '\x1b]11;?\x07'

export const bell = '\x07'

export type NoticeWay = 'bell' | 'osc9' | 'osc777'

/** A desktop notice. In tmux it has to be passed through, which tmux allows only with `allow-passthrough`. */
export function noticeSequence(way: NoticeWay, title: string, body: string, inTmux: boolean): string {
  if (way === 'bell') return bell
  const [cleanTitle, cleanBody] = [field(title, 60), field(body, 200)]
  const text =
    way === 'osc9'
      ? `\x1b]9;${cleanTitle}: ${cleanBody}\x07`
      : `\x1b]777;notify;${cleanTitle};${cleanBody}\x07`
  return inTmux ? `\x1bPtmux;${text.replaceAll('\x1b', '\x1b\x1b')}\x1b\\` : text
}

/** `;` separates the fields of these sequences, and OSC 9 takes a leading number for a command. */
function field(text: string, length: number): string {
  return short(text, length).replaceAll(';', ',').replace(/^\d/u, ' $&')
}

function short(text: string, length: number): string {
  return [...sanitizeLine(text)].slice(0, length).join('')
}
