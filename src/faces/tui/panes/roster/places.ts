import type { PlacesValue } from '../../../../values/places-schema.ts'
import type { Source } from '../../state.ts'
import type { RosterRow } from './roster-row.ts'

type PlaceRow = Extract<RosterRow, { type: 'place' | 'heading' }>

/** Queues, channels, tags in use and groups, each kind under its heading. */
export function placeRows({ queues, channels, tags, groups }: PlacesValue): readonly PlaceRow[] {
  const heading = (label: string): PlaceRow => ({ type: 'heading', key: `heading:${label}`, label })
  const row = (key: string, label: string, source: Source): PlaceRow => ({
    type: 'place',
    key,
    label,
    source,
  })
  const section = (label: string, rows: readonly PlaceRow[]) =>
    rows.length === 0 ? [] : [heading(label), ...rows]
  return [
    ...section(
      'queues',
      queues.map(({ name }) => row(`queue:${name}`, name, { type: 'queue', name })),
    ),
    ...section(
      'channels',
      channels.map(({ name }) => row(`channel:${name}`, `#${name}`, { type: 'channel', name })),
    ),
    ...section(
      'tags',
      tags.map(({ tag }) => row(`tag:${tag}`, tagLabel(tag, tags), { type: 'tag', tag })),
    ),
    ...section(
      'groups',
      groups.map(({ name }) => row(`group:${name}`, name, { type: 'group', name })),
    ),
  ]
}

/** `#inscription`; the whole tag where two in use share the word. */
export function tagLabel(tag: string, tags: PlacesValue['tags']): string {
  const word = wordOf(tag)
  const shared = tags.some((other) => other.tag !== tag && wordOf(other.tag) === word)
  return `#${shared ? tag : word}`
}

function wordOf(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1)
}
