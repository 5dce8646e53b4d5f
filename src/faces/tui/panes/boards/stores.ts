import { type BarPart, barText, shortBar } from '../../../../domain/attention-bar.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import { grouped } from '../../../present.ts'
import { marks } from '../../../present-glyphs.ts'
import type { StoreRow } from '../../model/board.ts'
import { calmAge, spokenAge } from '../../text/ages.ts'
import { type Line, type Look, span, word } from '../../text/line.ts'
import { table } from './table.ts'

/** The groups of the board: what is gone is of no use, but is somebody's to forget. */
const groups = ['stores', 'gone'] as const

const looks = { alarm: 'urgent', warning: 'warning', rest: 'dim' } as const
/** A state has its colour in the column of the marks alone. */
const words = { alarm: 'urgent', warning: 'plain', rest: 'dim' } as const

function lookOf({ isHere, look, problem }: StoreRow): { readonly mark: string; readonly look: Look } {
  if (problem !== null) return { mark: marks.failed, look: 'dim' }
  const [gravest] = look?.bar ?? []
  if (gravest !== undefined) return { mark: marks.unread, look: looks[gravest.weight] }
  return isHere ? { mark: marks.idle, look: 'accent' } : { mark: marks.read, look: 'dim' }
}

/** As many parts of the bar as say the most in little room. */
const mostParts = 4

function barLine(parts: readonly BarPart[]): Line {
  return shortBar(parts, mostParts).flatMap(
    (part, at): Line => [
      ...(at === 0 ? [] : [word(' · ', 'dim')]),
      word(`${part.count} ${part.words}`, words[part.weight]),
    ],
  )
}

function spokenBar(parts: readonly BarPart[]): string {
  return parts.map(({ count, words }) => `${count} ${words}`).join(' · ')
}

function weightOf({ look }: StoreRow): number {
  const [gravest] = look?.bar ?? []
  return gravest === undefined ? 3 : (['alarm', 'warning', 'rest'] as const).indexOf(gravest.weight)
}

function unreadWord({ look }: StoreRow): string {
  return look === null || look.unread === 0 ? '' : grouped(look.unread)
}

export const stores = table<StoreRow>({
  key: ({ location }) => location,
  look: lookOf,
  columns: [
    {
      head: 'store',
      grow: 3,
      most: 32,
      cell: ({ name, isHere, problem }) => [
        span(sanitizeLine(name), problem !== null ? 'dim' : isHere ? 'accent' : 'bold'),
      ],
    },
    {
      head: 'waits',
      grow: 5,
      cell: ({ look, problem }) =>
        problem !== null ? [word(problem, 'dim')] : look === null ? [word('…', 'dim')] : barLine(look.bar),
    },
    {
      head: 'unread',
      width: 8,
      right: true,
      cell: (row) => [word(unreadWord(row), row.look?.urgent ? 'urgent' : 'bold')],
    },
    {
      head: 'written',
      width: 9,
      from: 70,
      right: true,
      cell: ({ isHere, writtenAt }, { now }) => [
        word(isHere ? 'open' : writtenAt === null ? '' : calmAge(writtenAt, now), isHere ? 'accent' : 'dim'),
      ],
    },
    {
      head: '  folder',
      grow: 4,
      from: 90,
      cell: ({ path }) => [word('  '), span(sanitizeLine(path), 'dim')],
    },
  ],
  group: { of: ({ problem }) => (problem === 'gone' ? 'gone' : 'stores'), order: groups },
  sort: [
    { name: 'name', head: 'store', by: ({ isHere, name }) => `${isHere ? 0 : 1}${name}` },
    { name: 'what waits', head: 'waits', by: weightOf },
    { name: 'unread', by: ({ look }) => -(look?.unread ?? 0) },
    {
      name: 'last written',
      head: 'written',
      by: ({ isHere, writtenAt }) => (isHere ? Number.NEGATIVE_INFINITY : -(writtenAt ?? 0)),
    },
  ],
  words: ({ name, path, problem }) => [name, path, problem],
  open: ({ location, name, isHere }) => ({ type: 'store', location, name, isHere, row: null }),
  about: () => ({}),
  empty: 'You trust no other store. Run `watchpost trust` in another project to list its store here.',
  say: (row, now) => [
    row.name,
    row.isHere && 'open',
    row.problem ?? false,
    row.look !== null && (spokenBar(row.look.bar) || 'nothing waits for you'),
    unreadWord(row) !== '' && `${unreadWord(row)} unread`,
    !row.isHere && row.writtenAt !== null && `written ${spokenAge(row.writtenAt, now)}`,
    row.path,
  ],
  change: ({ look, problem }) => `${problem ?? ''} ${barText(look?.bar ?? [])}`,
})
