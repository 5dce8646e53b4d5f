import { isKind, kinds } from '../kind.ts'
import { isPriority, priorities } from '../priority.ts'
import type { YamlEntry, YamlValue } from '../settings/yaml.ts'
import { ownType, type ProtocolType } from './protocol-types.ts'

type Refuse = (entry: YamlEntry, what: string, hint: string) => never

const known = ['prefix', 'fields', 'route', 'kind', 'priority'] as const

/** A block `types:` of the settings: each entry one type of protocol mail, by its name. */
export function readTypes(
  entries: readonly YamlEntry[],
  refuse: Refuse,
): Readonly<Record<string, ProtocolType>> {
  return Object.fromEntries(entries.map((entry) => [entry.key, readType(entry, refuse)]))
}

function readType(entry: YamlEntry, refuse: Refuse): ProtocolType {
  if (!/^[A-Z][A-Z0-9_]*$/u.test(entry.key))
    refuse(entry, `types.${entry.key}: invalid name of a type`, 'Use capitals, such as DEPLOY_DONE.')
  const lines = entry.value.type === 'map' ? entry.value.entries : []
  const stray = lines.find(({ key }) => !(known as readonly string[]).includes(key))
  if (stray !== undefined)
    refuse(
      stray,
      `unknown setting types.${entry.key}.${stray.key}`,
      `The settings here are ${known.join(', ')}.`,
    )
  const lineOf = (key: (typeof known)[number]) => lines.find((line) => line.key === key)
  const kind = textOf(lineOf('kind')?.value)
  const priority = textOf(lineOf('priority')?.value)
  if (kind !== null && !isKind(kind))
    refuse(lineOf('kind') ?? entry, `unknown kind ${kind}`, `Use one of ${kinds.join(', ')}.`)
  if (priority !== null && !isPriority(priority))
    refuse(
      lineOf('priority') ?? entry,
      `unknown priority ${priority}`,
      `Use one of ${priorities.join(', ')}.`,
    )
  return ownType(entry.key, {
    prefix: textOf(lineOf('prefix')?.value),
    fields: listOf(lineOf('fields')?.value),
    route: listOf(lineOf('route')?.value),
    kind: kind !== null && isKind(kind) ? kind : null,
    priority: priority !== null && isPriority(priority) ? priority : null,
  })
}

function textOf(value: YamlValue | undefined): string | null {
  return value?.type === 'text' && value.text !== '' ? value.text : null
}

function listOf(value: YamlValue | undefined): readonly string[] {
  if (value?.type === 'list') return value.items.map(({ text }) => text)
  const text = textOf(value)
  return text === null ? [] : text.split(',').map((item) => item.trim())
}
