import { leaveInHaste, openProgram, type Program } from '../loop/program.ts'
import { handedOut, keepQuery, openingState, type StartOptions } from '../loop/start.ts'
import { withPanes, withSession } from '../state.ts'
import { openKeyReader } from '../terminal/key-reader.ts'
import { openTerminal } from '../terminal/lifecycle.ts'
import { openLinear } from './linear.ts'

/**
 * The same program for a screen reader, or for a terminal that can only print: its keys, with output in lines. Resolves
 * when the person leaves.
 */
export async function startLinear(
  options: Omit<StartOptions, 'openDrawing' | 'theme' | 'ownThemes' | 'asks' | 'links'>,
): Promise<number> {
  const { mailbox, stdin, stdout, now } = options
  const state = await openingState(options, sizeOf(stdout))
  let program: Program | undefined
  let drawn = 0
  const reader = openKeyReader((event) => program?.dispatch(event))
  const terminal = openTerminal({
    stdin,
    stdout,
    linear: true,
    onEnd: () => leaveInHaste(program),
    ...(options.describeError && { describeError: options.describeError }),
    onInput: reader.push,
    onResize: () => program?.dispatch({ type: 'resize', ...sizeOf(stdout) }),
    onLeave: () => undefined,
    onEnter: () => linear.again(),
  })
  const linear = openLinear((text) => text !== '' && terminal.write(text))
  try {
    program = openProgram({
      mailbox,
      now,
      // One pane at a time, as wide as the terminal: spoken text has nothing beside it.
      state: withSession(withPanes(state, { zoomed: true }), { mouse: false }),
      draw(state) {
        linear.tell(state)
        drawn += 1
        const told = drawn
        setImmediate(() => program?.written(told))
        return drawn
      },
      notice: (body) => options.screen.notices !== 'off' && terminal.notice('bell', 'watchpost', body),
      isLookedAt: options.isLookedAt,
      remember: options.memory.write,
      rememberQuery: (query) => keepQuery(options.searches, query),
      repaint: () => linear.again(),
      suspend: () => terminal.suspend(),
      ...handedOut(options, terminal),
    })
    await program.ended
  } finally {
    reader.close()
    terminal.write('\n')
    terminal.close()
  }
  return 0
}

const usual = { columns: 80, rows: 24 }

/** A terminal that can do little may not know its size either. */
function sizeOf({ columns, rows }: { readonly columns: number; readonly rows: number }) {
  return { columns: Math.max(40, columns || usual.columns), rows: Math.max(10, rows || usual.rows) }
}
