import type { Event } from '../event.ts'
import { leaveInHaste, openProgram, type Program } from '../loop/program.ts'
import { keepQuery, type Sitting } from '../loop/sitting.ts'
import { openSittings, type Seated, type Sittings } from '../loop/sittings.ts'
import { handedOut } from '../loop/start.ts'
import { withPanes, withSession } from '../state.ts'
import { openKeyReader } from '../terminal/key-reader.ts'
import { openTerminal, type Terminal } from '../terminal/lifecycle.ts'
import { type Linear, openLinear } from './linear.ts'

/**
 * The same program for a screen reader, or for a terminal that can only print: its keys, with output in lines. Resolves
 * when the person leaves.
 */
export async function startLinear(first: Sitting): Promise<number> {
  const { stdin, stdout } = first
  const sittings = openSittings(first, () => sizeOf(stdout))
  let program: Program | undefined
  let linear = openLinear(() => undefined)
  const held: Event[] = []
  const dispatch = (event: Event): void => {
    if (program?.isOver() === false) program.dispatch(event)
    else held.push(event)
  }
  const reader = openKeyReader(dispatch)
  let terminal: Terminal | undefined
  try {
    const seated = await sittings.first()
    const opened = openTerminal({
      stdin,
      stdout,
      linear: true,
      onEnd: () => leaveInHaste(program),
      ...(first.describeError && { describeError: first.describeError }),
      onInput: reader.push,
      onResize: () => dispatch({ type: 'resize', ...sizeOf(stdout) }),
      onLeave: () => undefined,
      onEnter: () => linear.again(),
    })
    terminal = opened
    for (let next: Seated | null = seated; next !== null; next = sittings.next(program)) {
      linear = openLinear((text) => text !== '' && opened.write(text))
      program = openSeat(next, opened, linear, sittings)
      for (const event of held.splice(0)) program.dispatch(event)
      await program.ended
    }
  } finally {
    reader.close()
    terminal?.write('\n')
    terminal?.close()
    await sittings.close()
  }
  return 0
}

function openSeat(
  { sitting, state }: Seated,
  terminal: Terminal,
  linear: Linear,
  { openStore, stay }: Sittings,
): Program {
  let drawn = 0
  const program = openProgram({
    mailbox: sitting.mailbox,
    stores: sitting.stores,
    openStore,
    stay,
    now: sitting.now,
    // One pane at a time, as wide as the terminal: spoken text has nothing beside it.
    state: withSession(withPanes(state, { zoomed: true }), { mouse: false }),
    draw(state) {
      linear.tell(state)
      drawn += 1
      const told = drawn
      setImmediate(() => program.written(told))
      return drawn
    },
    notice: (body) => sitting.screen.notices !== 'off' && terminal.notice('bell', 'watchpost', body),
    isLookedAt: sitting.isLookedAt,
    remember: sitting.memory.write,
    rememberQuery: (query) => keepQuery(sitting.searches, query),
    repaint: () => linear.again(),
    suspend: () => terminal.suspend(),
    ...handedOut(sitting, terminal),
  })
  return program
}

const usual = { columns: 80, rows: 24 }

/** A terminal that can do little may not know its size either. */
function sizeOf({ columns, rows }: { readonly columns: number; readonly rows: number }) {
  return { columns: Math.max(40, columns || usual.columns), rows: Math.max(10, rows || usual.rows) }
}
