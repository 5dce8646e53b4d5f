import { boxed } from './frame-lines.ts'
import { keymap, type Scope } from './keymap.ts'
import { fitLine, type Line, word } from './line.ts'
import type { Size } from './state.ts'
import type { BoxView } from './view-model.ts'

const titles: Readonly<Record<Scope, string>> = {
  mail: 'Messages',
  inbox: 'Inbox',
  thread: 'Thread',
  list: 'Lists',
  everywhere: 'Everywhere',
  help: 'This help',
}
const order: readonly Scope[] = ['mail', 'inbox', 'thread', 'list', 'everywhere', 'help']

function helpWidth(size: Size): number {
  return Math.min(96, size.columns - 4)
}

/** How many lines of it are seen at once. */
export function helpHeight(size: Size): number {
  return Math.max(1, Math.min(size.rows - 4, 40))
}

export function helpLength(size: Size): number {
  return helpLines(size).length
}

/** The whole table of keys, by where they work; in two columns where there is room. */
export function helpLines(size: Size): readonly Line[] {
  const wide = helpWidth(size) >= 80
  return order.flatMap((scope): readonly Line[] => {
    const rows = keymap
      .filter((binding) => binding.scope === scope)
      .map(
        ({ keys, help }): Line => [
          word(`  ${keys.map((key) => key.replaceAll(' ', '')).join(' ')}`.padEnd(wide ? 14 : 16), 'accent'),
          word(help),
        ],
      )
    if (rows.length === 0) return []
    return [[word(titles[scope], 'section')], ...(wide ? inTwo(rows, helpWidth(size) - 4) : rows)]
  })
}

function inTwo(rows: readonly Line[], width: number): readonly Line[] {
  const half = Math.ceil(rows.length / 2)
  const column = Math.floor(width / 2)
  return rows.slice(0, half).map((row, at) => [...fitLine(row, column), ...(rows[at + half] ?? [])])
}

export function helpView(size: Size, top: number): BoxView {
  const width = helpWidth(size)
  const every = helpLines(size)
  const height = Math.min(helpHeight(size), every.length)
  const lines = boxed([word('Keys', 'section')], every.slice(top, top + height), width)
  return {
    x: Math.floor((size.columns - width) / 2),
    y: Math.max(0, Math.floor((size.rows - lines.length) / 2)),
    width,
    lines,
  }
}
