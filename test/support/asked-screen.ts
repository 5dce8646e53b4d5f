import { initialState } from '../../src/faces/tui/loop/initial.ts'
import { openProgram, type Program } from '../../src/faces/tui/loop/program.ts'
import { withSession } from '../../src/faces/tui/state.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { keyOf } from './tui-state.ts'

/** A running screen whose operations are noted, in the order in which it asked for them. */
export type AskedScreen = {
  readonly program: Program
  press(...keys: string[]): void
  /** Operations since the last look, once the screen has asked for nothing for so long, ms. */
  taken(rest?: number): Promise<readonly string[]>
}

type Sitting = {
  readonly address: string
  /** `null`: it announces nobody. */
  readonly terminal: string | null
  readonly now: () => number
}

/** Time passes without a change in it: what only time alters is not asked for. */
export function openAskedScreen(mailbox: Mailbox, { address, terminal, now }: Sitting): AskedScreen {
  const asked: string[] = []
  const noted = new Proxy(mailbox, {
    get(target, name: keyof Mailbox) {
      const method = target[name] as (...given: unknown[]) => unknown
      return (...given: unknown[]) => {
        asked.push(name)
        return method(...given)
      }
    },
  })
  const me = { address, kind: 'user', principal: null }
  const state = initialState(me, 'dev', { columns: 200, rows: 50 }, now())
  const program = openProgram({
    mailbox: noted,
    now,
    state: withSession(state, { pair: { ...state.session.pair, terminal } }),
    still: 'ages',
    draw: () => 0,
    repaint: () => undefined,
    suspend: () => undefined,
    edit: () => Promise.resolve({ problem: 'none' }),
    handOut: () => Promise.resolve(null),
  })
  return {
    program,
    press: (...keys) => {
      for (const key of keys) program.dispatch(keyOf(key))
    },
    async taken(rest = 600) {
      for (let before = -1; before !== asked.length; ) {
        before = asked.length
        await program.quiet()
        await new Promise((go) => setTimeout(go, rest))
      }
      return asked.splice(0)
    },
  }
}
