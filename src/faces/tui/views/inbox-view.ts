import { sanitizeLine } from '../../../domain/sanitize.ts'
import { grouped } from '../../present.ts'
import { marks } from '../../present-glyphs.ts'
import { fieldView, type LineView, mailLineView } from '../compose/editor/line-view.ts'
import { keyOf } from '../keymap.ts'
import type { Field } from '../model/editor.ts'
import type { List } from '../model/list.ts'
import { queryWords } from '../overlays/search/query-typing.ts'
import { chosenIds } from '../panes/inbox/chosen.ts'
import { emptyWords } from '../panes/inbox/empty.ts'
import { freshAround } from '../panes/inbox/fresh.ts'
import { listRoom, searchLabel, shownRows } from '../panes/inbox/narrow.ts'
import { isStream } from '../panes/inbox/stream.ts'
import { fittingTabs, tabsLine, tabsOf } from '../panes/inbox/tabs.ts'
import { showsHeads, showsTabs } from '../panes/inbox/tabs-shown.ts'
import { orderOf, titleLine } from '../panes/inbox/title.ts'
import type { Browsing, HasClock, HasOverlay, HasPanes, OnScreen, RosterState } from '../state.ts'
import { isNarrow, positionLine } from '../status/footer.ts'
import { fitLine, type Line, span, word } from '../text/line.ts'
import { marksOf } from '../text/marking.ts'
import { wrap } from '../text/text.ts'
import { type RowView, rowView } from './row-view.ts'

/** The data of the inbox pane. */
export type InboxView = {
  readonly focused: boolean
  readonly title: Line
  readonly note: Line
  readonly news: Line
  readonly more: Line
  /** The rows that rows of the list may take. */
  readonly room: number
  /** Views with their counts, over the list; `null` where they are not shown. */
  readonly tabs: Line | null
  /** Heads over the columns. */
  readonly heads: boolean
  readonly rows: readonly {
    readonly id: string
    readonly view: RowView
    readonly selected: boolean
    readonly chosen: boolean
  }[]
  /** The words of a search, to be marked in the rows. */
  readonly marks: RegExp | null
  /** Shown instead of rows. */
  readonly empty: readonly Line[]
  /** The line input below the rows, and its help. */
  readonly input: { readonly line: LineView; readonly help: Line | null } | null
}

export function inboxView(state: OnScreen & HasClock, columns: number): InboxView {
  const { list, focus } = state.panes
  const focused = focus === 'inbox'
  const room = listRoom(state)
  const isChosen = list.marked.size > 0 || list.anchor !== null
  const chosen = new Set(isChosen ? chosenIds(list) : [])
  return {
    focused,
    title: [...titleLine(state, focused), ...filterOf(list)],
    note: orderOf(state),
    news: newsLine(state, room),
    more: belowLine(state, chosen.size),
    room,
    tabs: showsTabs(state) ? tabsLine(fittingTabs(tabsOf(state), columns, focused)) : null,
    heads: showsHeads(state),
    rows: shownRows(list, room).map((row) => ({
      id: row.id,
      view: rowView(state, row, columns),
      selected: row.id === list.selected,
      chosen: chosen.has(row.id),
    })),
    marks: marksOf(list),
    empty: list.rows.length === 0 ? emptyLines(state, columns) : [],
    input: inputOf(state, columns),
  }
}

function filterOf(list: List): Line {
  return list.filter === ''
    ? []
    : [word(` ${marks.filter} `, 'dim'), span(sanitizeLine(list.filter), 'accent')]
}

/** New mail above and below the visible rows; a stream has its newest rows at the bottom. */
function newsLine({ panes: { list }, session: { keymap } }: Browsing, room: number): Line {
  const around = freshAround(list, room)
  const [above, below] = isStream(list.source) ? [around.below, around.above] : [around.above, around.below]
  if (above + below === 0) return []
  return [
    ...(above > 0 ? [word(`${marks.above} ${above} new`, 'accent')] : []),
    ...(below > 0 ? [word(`${above > 0 ? ' · ' : ''}${marks.below} ${below} new`, 'accent')] : []),
    word(` · ${keyOf(keymap, 'fresh')}`, 'dim'),
  ]
}

/** On a narrow screen the position in the list is here instead of in the footer. */
function belowLine(state: OnScreen, chosen: number): Line {
  if (chosen > 0) return chosenLine(state, chosen)
  return isNarrow(state.session.size) ? positionLine(state) : []
}

/** How much is selected, and how to select all that match. */
function chosenLine({ panes: { list }, session: { keymap } }: Browsing, chosen: number): Line {
  const { whole } = list
  if (whole === null || (whole.count === null && !whole.chosen)) return [word(`${chosen} selected`, 'accent')]
  if (whole.count === null) return [word('counting …', 'accent')]
  const all = whole.more ? `the first ${grouped(whole.count)}` : `all ${grouped(whole.count)}`
  if (whole.chosen) return [word(`${all} selected`, 'accent')]
  return [
    word(`${chosen} selected · `, 'accent'),
    word(keyOf(keymap, 'mark-all'), 'bold'),
    word(` ${all} that match`, 'accent'),
  ]
}

/** Advice is wrapped, never cut; a line with a name in it stays one line. */
function emptyLines(state: Browsing, columns: number): readonly Line[] {
  return emptyWords(state).flatMap((line): readonly Line[] => {
    const [only] = line
    const wrapped =
      only === undefined || line.length > 1
        ? [line]
        : wrap(only.text, columns - 2).map((text): Line => [span(text, only.style)])
    return wrapped.map((one) => fitLine([word(' '), ...one], columns))
  })
}

function inputOf({ overlay, panes: { roster } }: HasPanes & HasOverlay, columns: number): InboxView['input'] {
  switch (overlay.type) {
    case 'post': {
      const to = sanitizeLine(` To ${overlay.to}:`)
      return { line: mailLineView(to, overlay.line, columns), help: null }
    }
    case 'search':
    case 'filter':
      return {
        line: fieldView(searchLabel(overlay.type), overlay.field, columns),
        help: fitLine(belowField(roster, overlay), columns),
      }
    default:
      return null
  }
}

/** Completions of the word being typed, else the problem, else the search language. */
function belowField(
  roster: RosterState,
  { field, problem }: { readonly field: Field; readonly problem: string | null },
): Line {
  const { words } = queryWords(roster, field)
  if (words.length > 0)
    return [word(' Tab ', 'accent'), span(sanitizeLine(words.slice(0, 12).join('  ')), 'dim')]
  if (problem !== null) return [word(' '), span(sanitizeLine(problem), 'urgent')]
  return [
    word(' words, "phrases", and or not ( ), from: to: subject: kind: is: tag: before: after: has:', 'dim'),
  ]
}
