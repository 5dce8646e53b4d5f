import { requireAgentName, requireSwarmName } from '../addressing/address.ts'
import { parseDuration } from '../moment.ts'
import type { YamlValue } from './yaml.ts'

/** Reads one value of a settings file, or reports the expected form. */
export type Read<T> = (value: YamlValue, tell: (expected: string) => never) => T

export function oneOf<const W extends readonly string[]>(words: W): Read<W[number]> {
  return (value, tell) =>
    words.find((word) => value.type === 'text' && value.text === word) ?? tell(words.join(' or '))
}

export function wholeNumber(value: YamlValue, tell: (expected: string) => never): number {
  if (value.type !== 'text' || !/^\d{1,15}$/u.test(value.text)) return tell('a whole number')
  return Number(value.text)
}

export function duration(value: YamlValue, tell: (expected: string) => never): number {
  const read = value.type === 'text' ? parseDuration(value.text) : undefined
  return read === undefined || read === 0 ? tell('a duration such as 90s, 15m, 4h or 7d') : read
}

/** More than 0, at most 1: `0.8`. */
export function share(value: YamlValue, tell: (expected: string) => never): number {
  const read = value.type === 'text' && /^\d*\.?\d+$/u.test(value.text) ? Number(value.text) : 0
  return read > 0 && read <= 1 ? read : tell('a number between 0 and 1, such as 0.8')
}

export function positive(value: YamlValue, tell: (expected: string) => never): number {
  const read = value.type === 'text' && /^\d{1,15}$/u.test(value.text) ? Number(value.text) : 0
  return read > 0 ? read : tell('a whole number above 0')
}

export function yesOrNo(value: YamlValue, tell: (expected: string) => never): boolean {
  if (value.type !== 'text' || !/^(?:true|false|yes|no|on|off)$/iu.test(value.text))
    return tell('true or false')
  return /^(?:true|yes|on)$/iu.test(value.text)
}

export function onOrOff(value: YamlValue, tell: (expected: string) => never): boolean {
  return oneOf(['on', 'off'])(value, tell) === 'on'
}

/** `[a, b]`, one a line, or a single one. */
export function texts(value: YamlValue, tell: (expected: string) => never): readonly string[] {
  if (value.type === 'list') return value.items.map(({ text }) => text)
  if (value.type === 'map') return tell('a list such as [one, two]')
  return value.text === '' ? [] : [value.text]
}

/** A program and its arguments: `vi`, `code --wait`, `[vi, -R]`. */
export function command(value: YamlValue, tell: (expected: string) => never): readonly string[] {
  const words = value.type === 'text' ? value.text.split(/\s+/u) : texts(value, tell)
  const said = words.filter((one) => one !== '')
  return said.length === 0 ? tell('a program and its arguments: [program, one, two]') : said
}

export function swarmName(value: YamlValue, tell: (expected: string) => never): string {
  try {
    return requireSwarmName(value.type === 'text' ? value.text : '')
  } catch {
    return tell('one word such as swarm_dev that has no other meaning')
  }
}

export function agentName(value: YamlValue, tell: (expected: string) => never): string {
  try {
    return requireAgentName(value.type === 'text' ? value.text : '').name
  } catch {
    return tell("an agent's address such as gastown/crew/max")
  }
}

export function word(value: YamlValue, tell: (expected: string) => never): string {
  return value.type === 'text' && value.text !== '' ? value.text : tell('a word or one line of text')
}

/** A folder of the project: a path from outside could make others write into any folder of a person's. */
export const folderBelow: Read<string> = (value, tell) => {
  const text = word(value, tell)
  const parts = text.split('/')
  if (text === '' || text.startsWith('/') || text.startsWith('~') || parts.includes('..'))
    return tell('a path below the project, without ..')
  return text
}
