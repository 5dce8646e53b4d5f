import { nearestNames } from './addressing/nearest.ts'
import { MailError } from './errors.ts'
import { own } from './own.ts'
import { isPriority, type Priority, priorities } from './priority.ts'
import type { YamlEntry } from './settings/yaml.ts'

export type HandoffField = {
  readonly name: string
  readonly required: boolean
  /** Used where nothing is given. */
  readonly usual: string
}

/** A form of handoff that is known beforehand (ADR-003 §10, "Message templates"). */
export type HandoffTemplate = {
  readonly name: string
  readonly fields: readonly HandoffField[]
  /** Lines of the body; braces name fields. A line whose fields are all empty is left out. */
  readonly body: readonly string[]
  /** Next steps, where none are given. */
  readonly next: readonly string[]
  readonly priority: Priority
}

/** `version*` must be given, `risk=low` is low unless given. */
function fieldOf(written: string): HandoffField {
  const [, name = '', star, usual = ''] = /^([^*=]+?)\s*(\*)?\s*(?:=\s*(.*))?$/su.exec(written.trim()) ?? []
  return { name: name.trim(), required: star !== undefined, usual: usual.trim() }
}

function template(
  name: string,
  fields: readonly string[],
  next: readonly string[],
  priority: Priority = 'normal',
): HandoffTemplate {
  const own = fields.map(fieldOf)
  const body = own.map((field) => `**${labelOf(field.name)}:** {${field.name}}`)
  return { name, fields: own, body, next, priority }
}

function labelOf(name: string): string {
  const words = name.replaceAll('-', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

const shipped: readonly HandoffTemplate[] = [
  template(
    'feature',
    ['goal*', 'branch*', 'acceptance*', 'tests', 'open-questions'],
    ['Read the acceptance criteria', 'Finish the branch and its tests'],
  ),
  template(
    'bug',
    ['symptom*', 'reproduce*', 'expected', 'cause=unknown', 'branch'],
    ['Reproduce it', 'Write a test that fails', 'Fix it'],
  ),
  template(
    'review',
    ['branch*', 'focus*', 'base=main', 'risks', 'how-to-test'],
    ['Read the difference', 'Answer with a verdict'],
  ),
  template(
    'incident',
    ['severity*', 'impact*', 'started*', 'mitigation=none yet', 'timeline', 'contacts'],
    ['Confirm the impact', 'Take over the mitigation', 'Report every half hour'],
    'urgent',
  ),
]

/** Those of the settings go before shipped ones of the same name. */
function templatesWith(own: readonly HandoffTemplate[]): readonly HandoffTemplate[] {
  const names = new Set(own.map(({ name }) => name))
  return [...own, ...shipped.filter(({ name }) => !names.has(name))]
}

/** @throws MailError `not-found` */
export function requireHandoffTemplate(own: readonly HandoffTemplate[], written: string): HandoffTemplate {
  const all = templatesWith(own)
  const name = written.trim().toLowerCase()
  const found = all.find((one) => one.name === name)
  if (found !== undefined) return found
  const names = all.map((one) => one.name)
  const [near] = nearestNames(name, names, 1)
  throw new MailError(
    'not-found',
    `There is no handoff template ${written}.`,
    near === undefined ? `The templates are ${names.join(', ')}.` : `Did you mean ${near}?`,
  )
}

export type FilledHandoff = {
  readonly fields: Readonly<Record<string, string>>
  readonly missing: readonly string[]
  readonly body: string
}

/** @throws MailError `usage` for what is no `KEY=VALUE`, or names no field of the template */
export function fillHandoff(known: HandoffTemplate, given: readonly string[]): FilledHandoff {
  const said = new Map(given.map((text) => readGiven(known, text)))
  const fields = Object.fromEntries(
    known.fields.flatMap(({ name, usual }) => {
      const value = said.get(name) || usual
      return value === '' ? [] : [[name, value] as const]
    }),
  )
  const missing = known.fields.filter(({ name, required }) => required && !own(fields, name))
  return { fields, missing: missing.map(({ name }) => name), body: rendered(known.body, fields) }
}

function readGiven(known: HandoffTemplate, text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 1)
    throw new MailError('usage', `Not in the form KEY=VALUE: ${text}`, 'Example: --field branch=fix-auth')
  const written = text.slice(0, at).trim()
  const bare = (name: string) => name.toLowerCase().replace(/[\s_-]+/gu, '')
  const names = known.fields.map(({ name }) => name)
  const name = names.find((one) => bare(one) === bare(written))
  if (name !== undefined) return [name, text.slice(at + 1).trim()]
  const [near] = nearestNames(written, names, 1)
  throw new MailError(
    'usage',
    `The handoff template ${known.name} has no field ${written}. Nothing was sent.`,
    near === undefined ? `Its fields are ${names.join(', ') || 'none'}.` : `Did you mean ${near}?`,
  )
}

function rendered(lines: readonly string[], fields: Readonly<Record<string, string>>): string {
  return lines
    .flatMap((line) => {
      const named = [...line.matchAll(/\{([^{}]+)\}/gu)].map(([, name = '']) => name)
      if (named.length > 0 && named.every((name) => !own(fields, name))) return []
      return [line.replace(/\{([^{}]+)\}/gu, (_all, name: string) => own(fields, name) ?? '')]
    })
    .join('\n')
}

type Refuse = (entry: YamlEntry, what: string, hint: string) => never
const keys = ['fields', 'body', 'next', 'priority'] as const

/** A block `handoffs:` of the settings: each entry one template, by its name. */
export function readHandoffTemplates(
  entries: readonly YamlEntry[],
  refuse: Refuse,
): Readonly<Record<string, HandoffTemplate>> {
  return Object.fromEntries(entries.map((entry) => [entry.key, readTemplate(entry, refuse)]))
}

function readTemplate(entry: YamlEntry, refuse: Refuse): HandoffTemplate {
  const path = `handoffs.${entry.key}`
  if (!/^[a-z][a-z0-9-]*$/u.test(entry.key))
    refuse(entry, `${path}: invalid name of a template`, 'Use small letters, digits and -, such as release.')
  const lines = entry.value.type === 'map' ? entry.value.entries : []
  const stray = lines.find(({ key }) => !(keys as readonly string[]).includes(key))
  if (stray !== undefined)
    refuse(stray, `unknown setting ${path}.${stray.key}`, `The settings here are ${keys.join(', ')}.`)
  const lineOf = (key: (typeof keys)[number]) => lines.find((line) => line.key === key)
  const fields = listOf(lineOf('fields'))
  const wrong = fields.find((field) => fieldOf(field).name === '')
  if (wrong !== undefined)
    refuse(
      lineOf('fields') ?? entry,
      `${path}.fields: invalid field ${wrong}`,
      'Examples: version*, risk=low',
    )
  const [priority = 'normal'] = listOf(lineOf('priority'))
  if (!isPriority(priority))
    refuse(
      lineOf('priority') ?? entry,
      `unknown priority ${priority}`,
      `Use one of ${priorities.join(', ')}.`,
    )
  const made = template(entry.key, fields, listOf(lineOf('next')), isPriority(priority) ? priority : 'normal')
  const body = listOf(lineOf('body'))
  const strange = body
    .flatMap((line) => [...line.matchAll(/\{([^{}]+)\}/gu)].map(([, name = '']) => name))
    .find((name) => !made.fields.some((field) => field.name === name))
  if (strange !== undefined)
    refuse(
      lineOf('body') ?? entry,
      `${path}.body names no field: {${strange}}`,
      `The fields are ${made.fields.map(({ name }) => name).join(', ')}.`,
    )
  return body.length === 0 ? made : { ...made, body }
}

function listOf(entry: YamlEntry | undefined): readonly string[] {
  const value = entry?.value
  if (value?.type === 'list') return value.items.map(({ text }) => text)
  return value?.type === 'text' && value.text !== '' ? [value.text] : []
}
