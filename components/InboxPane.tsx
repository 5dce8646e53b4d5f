import { Box } from 'ink'
import type { ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import type { Field } from '../src/faces/tui/compose/editor/field.ts'
import { fieldView, mailLineView } from '../src/faces/tui/compose/editor/line-view.ts'
import { keyOf } from '../src/faces/tui/keymap.ts'
import { queryWords } from '../src/faces/tui/overlays/search/query-typing.ts'
import { chosenIds } from '../src/faces/tui/panes/inbox/chosen.ts'
import { emptyWords } from '../src/faces/tui/panes/inbox/empty.ts'
import { freshAround } from '../src/faces/tui/panes/inbox/fresh.ts'
import { listRoom, searchLabel, shownRows } from '../src/faces/tui/panes/inbox/shown.ts'
import { isStream } from '../src/faces/tui/panes/inbox/stream.ts'
import { orderOf, titleLine } from '../src/faces/tui/panes/inbox/title.ts'
import type { State } from '../src/faces/tui/state.ts'
import { isNarrow, positionLine } from '../src/faces/tui/status/footer.ts'
import { fitLine, type Line, span, word } from '../src/faces/tui/text/line.ts'
import { marksOf } from '../src/faces/tui/text/marking.ts'
import { wrap } from '../src/faces/tui/text/text.ts'
import { FocusedLine } from './FocusedLine.tsx'
import { Frame } from './Frame.tsx'
import { InboxRow } from './InboxRow.tsx'
import { StyledLine } from './StyledLine.tsx'

type InboxPaneProps = { readonly state: State; readonly width: number; readonly height: number }

/** The listed rows; below them the line input of a search, a filter or a post. */
export function InboxPane({ state, width, height }: InboxPaneProps): ReactElement {
  const { list } = state.panes
  const focused = state.panes.focus === 'inbox'
  const columns = width - 2
  const room = listRoom(state)
  const isChosen = list.marked.size > 0 || list.anchor !== null
  const chosen = new Set(isChosen ? chosenIds(list) : [])
  const marks = marksOf(list)
  return (
    <Frame
      width={width}
      height={height}
      focused={focused}
      title={[...titleLine(state, focused), ...filterOf(state)]}
      note={orderOf(state)}
      news={newsLine(state, room)}
      more={belowLine(state, chosen.size)}
    >
      <Box flexDirection="column" height={room} flexShrink={0}>
        {list.rows.length === 0
          ? emptyLines(state, columns).map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              <StyledLine key={at} line={line} />
            ))
          : shownRows(list, room).map((row) => (
              <InboxRow
                key={row.id}
                state={state}
                row={row}
                width={columns}
                selected={row.id !== list.selected ? 'no' : focused ? 'here' : 'elsewhere'}
                chosen={chosen.has(row.id)}
                marks={marks}
              />
            ))}
      </Box>
      <Foot state={state} columns={columns} />
    </Frame>
  )
}

function filterOf({ panes: { list } }: State): Line {
  return list.filter === '' ? [] : [word(' ⊃ ', 'dim'), span(sanitizeLine(list.filter), 'accent')]
}

/** What came above and below what is seen; in a stream what is newer stands below. */
function newsLine({ panes: { list }, session: { keymap } }: State, room: number): Line {
  const around = freshAround(list, room)
  const [above, below] = isStream(list.source) ? [around.below, around.above] : [around.above, around.below]
  if (above + below === 0) return []
  return [
    ...(above > 0 ? [word(`↑ ${above} new`, 'accent')] : []),
    ...(below > 0 ? [word(`${above > 0 ? ' · ' : ''}↓ ${below} new`, 'accent')] : []),
    word(` · ${keyOf(keymap, 'fresh')}`, 'dim'),
  ]
}

/** Where there is little room one's place in the list stands here instead of in the footer. */
function belowLine(state: State, chosen: number): Line {
  if (chosen > 0) return [word(`${chosen} selected`, 'accent')]
  return isNarrow(state.session.size) ? positionLine(state) : []
}

/** Nothing of what to do is cut; a line with a name in it is one line. */
function emptyLines(state: State, columns: number): readonly Line[] {
  return emptyWords(state).flatMap((line): readonly Line[] => {
    const [only] = line
    const wrapped =
      only === undefined || line.length > 1
        ? [line]
        : wrap(only.text, columns - 2).map((text): Line => [span(text, only.style)])
    return wrapped.map((one) => fitLine([word(' '), ...one], columns))
  })
}

/** The field of a search with what is wrong with it below, or the line that one posts in. */
function Foot({ state, columns }: { readonly state: State; readonly columns: number }): ReactElement | null {
  const { overlay } = state
  if (overlay.type === 'post') {
    const to = sanitizeLine(` To ${overlay.to}:`)
    return <FocusedLine line={mailLineView(to, overlay.line, columns)} />
  }
  if (overlay.type !== 'search' && overlay.type !== 'filter') return null
  return (
    <>
      <FocusedLine line={fieldView(searchLabel(overlay.type), overlay.field, columns)} />
      <StyledLine line={fitLine(belowField(state, overlay), columns)} />
    </>
  )
}

/** What the word being typed may become, else what is wrong, else what there is. */
function belowField(
  state: State,
  { field, problem }: { readonly field: Field; readonly problem: string | null },
): Line {
  const { words } = queryWords(state.panes.roster, field)
  if (words.length > 0)
    return [word(' Tab ', 'accent'), span(sanitizeLine(words.slice(0, 12).join('  ')), 'dim')]
  if (problem !== null) return [word(' '), span(sanitizeLine(problem), 'urgent')]
  return [word(' words, "phrases", from: to: subject: kind: is: tag: before: after: has:', 'dim')]
}
