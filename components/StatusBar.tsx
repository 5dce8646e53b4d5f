import { Box } from 'ink'
import type { ReactElement } from 'react'
import { keyOf } from '../src/faces/tui/keymap.ts'
import type { State } from '../src/faces/tui/state.ts'
import { liveLine, positionBeside } from '../src/faces/tui/status/footer.ts'
import { begunWays, footerHints } from '../src/faces/tui/status/hints.ts'
import { fitLine, type Line, lineWidth, word } from '../src/faces/tui/text/line.ts'
import { Hints } from './Hints.tsx'
import { Prompt } from './Prompt.tsx'
import { StyledLine } from './StyledLine.tsx'
import { Toast, type ToastProps, toastLine } from './Toast.tsx'

/** The last row: a question, or keys to press and what just happened; where one is in the list; whether changes are followed. */
export function StatusBar({ state }: { readonly state: State }): ReactElement {
  const { overlay } = state
  const { pending, size } = state.session
  const { columns } = size
  if (overlay.type === 'prompt')
    return <Prompt label={overlay.label} field={overlay.field} columns={columns} />
  const told = toldOf(state)
  const left = pending.length > 0 ? begunLine(state) : toastLine(told)
  // What just happened is told in full before where one is.
  const right = [positionBeside(state), liveLine(state)].find(
    (one) => lineWidth(left) + lineWidth(one) <= columns,
  )
  const room = columns - lineWidth(right ?? [])
  return (
    <Box width={columns} height={1} justifyContent="space-between" flexShrink={0}>
      {pending.length > 0 ? (
        <StyledLine line={fitLine(left, room)} />
      ) : left.length > 0 ? (
        <Toast {...told} columns={room} />
      ) : (
        <Hints hints={footerHints(state, room)} />
      )}
      {right === undefined ? null : <StyledLine line={right} />}
    </Box>
  )
}

function toldOf({
  session: { toast, calm, keymap },
  outbox: { sending },
  clock: { now },
  overlay,
}: State): ToastProps {
  const last = sending.at(-1)
  if (last === undefined) return { toast, sending: null }
  const seconds = Math.max(1, Math.ceil((last.due - now) / 1000))
  return {
    toast,
    sending: {
      messages: sending.length,
      when: calm ? '' : ` in ${seconds} s`,
      // Whoever types writes a letter with that key.
      undo: overlay.type === 'none' ? ` (${keyOf(keymap, 'undo')} to undo)` : '',
    },
  }
}

/** Keys that were begun, and how they can go on. */
function begunLine(state: State): Line {
  return [
    word(` ${state.session.pending.join('')}…  `, 'accent'),
    ...begunWays(state).flatMap(({ key, help }) => [word(key, 'bold'), word(` ${help}  `, 'dim')]),
  ]
}
