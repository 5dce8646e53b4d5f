import { swarmOf } from '../../../domain/roster.ts'
import { plain, type Safe } from '../../../domain/sanitize.ts'
import type { Mailbox } from '../../../mailbox.ts'
import { editOutside } from '../compose/outside.ts'
import { runOwn } from '../compose/own-program.ts'
import { copyOut, type Outside, openFile, openLink, openText, pipeOut } from '../compose/programs.ts'
import type { Event } from '../event.ts'
import type { Field } from '../model/editor.ts'
import { type RosterState, type Size, type State, withSession } from '../state.ts'
import type { Screen } from '../terminal/screen.ts'
import { openStage, type Stage } from '../terminal/stage.ts'
import type { ThemeChoice } from '../text/theme.ts'
import { caretOf } from './caret.ts'
import { initialState } from './initial.ts'
import { type HandedOut, leaveInHaste, openProgram, type Program, type ProgramOptions } from './program.ts'
import { keepQuery, type OwnThemes, type Sitting, whoSits } from './sitting.ts'
import { openSittings, type Seated, type Sittings } from './sittings.ts'
import { quitsInstead } from './switching.ts'

/** The drawing function: passed in, since this face knows no components. */
export type Drawing = {
  draw(state: State): void
  /** Types into the drawn line input, with `line` as its value. Returns its new value, or `null` if none is drawn. */
  input(line: Field, letters: string): Field | null
  close(): void
}
export type OpenDrawing = (
  screen: Pick<Screen, 'columns' | 'rows' | 'draw'>,
  theme: ThemeChoice,
  links: boolean,
  own?: OwnThemes,
) => Drawing

export type StartOptions = Sitting & { readonly openDrawing: OpenDrawing }

/** How long an answer about the background counts: later ones would change the colours before a reader's eyes. */
const groundWait = 2_000
const usualPager = ['less']
const noEditor = { problem: 'No editor: set $EDITOR.' }

/** Runs the program on a terminal until it is left, before one store after another. */
export async function startTui({ openDrawing, ...first }: StartOptions): Promise<number> {
  const { stdin, stdout, asks, now } = first
  const sittings = openSittings(first, () => ({ columns: stdout.columns, rows: stdout.rows }))
  let stage: Stage | undefined
  let program: Program | undefined
  // Keys that come between two stores are meant for the next one.
  const held: Event[] = []
  const dispatch = (event: Event): void => {
    if (program?.isOver() === false) program.dispatch(event)
    else held.push(event)
  }
  try {
    const seated = await sittings.first()
    const groundUntil = asks ? now() + groundWait : null
    stage = openStage({
      stdin,
      stdout,
      inTmux: first.inTmux,
      onEnd: () => leaveInHaste(program),
      ...(first.describeError && { describeError: first.describeError }),
      mouse: first.screen.mouse,
      asksGround: asks,
      onEvent: dispatch,
      onResize: (columns, rows) => dispatch({ type: 'resize', columns, rows }),
      onFrameWritten: (drawn) => program?.written(drawn),
    })
    const opened = { ...seated, state: withSession(seated.state, { groundUntil }) }
    for (let next: Seated | null = opened; next !== null; next = sittings.next(program)) {
      const drawing = openDrawing(
        stage.screen,
        next.sitting.theme,
        next.sitting.links,
        next.sitting.ownThemes,
      )
      try {
        if (program !== undefined) stage.terminal.mouse(next.state.session.mouse)
        program = openSeat(next, stage, drawing, sittings)
        for (const event of held.splice(0)) program.dispatch(event)
        await program.ended
        if (quitsInstead(held, program.state)) break
      } finally {
        drawing.close()
      }
    }
  } finally {
    stage?.close()
    await sittings.close()
  }
  return 0
}

function openSeat(
  { sitting, state }: Seated,
  { screen, terminal }: Stage,
  drawing: Drawing,
  { openStore, stay }: Sittings,
): Program {
  return openProgram({
    mailbox: sitting.mailbox,
    stores: sitting.stores,
    openStore,
    stay,
    now: sitting.now,
    state,
    draw(state) {
      screen.show(caretOf(state), () => drawing.draw(state))
      terminal.title(windowTitle(state.panes.roster))
      return screen.drawn
    },
    input: drawing.input,
    notice(body) {
      const { notices } = sitting.screen
      if (notices !== 'off') terminal.notice(notices, 'watchpost', body)
    },
    isLookedAt: sitting.isLookedAt,
    remember: sitting.memory.write,
    rememberQuery: (query) => keepQuery(sitting.searches, query),
    mouse: (on) => terminal.mouse(on),
    repaint: () => screen.repaint(),
    suspend: () => terminal.suspend(),
    ...handedOut(sitting, terminal),
  })
}

/** For the terminal's title bar. */
function windowTitle(roster: RosterState): Safe {
  const { unread } = roster
  const parts = [`${unread.total} unread`, ...(unread.urgent > 0 ? [`${unread.urgent} urgent`] : [])]
  return plain(`watchpost: ${parts.join(' · ')}`)
}

/** Other programs that work for a person while they have the terminal. */
export function handedOut(
  options: Sitting,
  terminal: Outside['terminal'],
): Pick<ProgramOptions, 'handOut' | 'edit' | 'doubt' | 'print'> {
  const outside = { ...options, pager: options.pager ?? usualPager, terminal }
  return {
    handOut: (effect) => handOut(effect, outside),
    doubt: options.doubt,
    print: options.print,
    edit: (text) =>
      options.editor === null ? Promise.resolve(noEditor) : editOutside(terminal, options.editor, text),
  }
}

/** The screen once everything is loaded. Changes nothing. */
export async function drawnOnce(mailbox: Mailbox, size: Size): Promise<State> {
  const me = await whoSits(mailbox)
  const { agents } = await mailbox.listAgents({ limit: 100 })
  const swarms = agents.map(swarmOf).filter((swarm) => swarm !== null)
  const program = openProgram({
    mailbox,
    now: Date.now,
    state: initialState(me, swarms[0] ?? null, size, Date.now()),
    draw: () => 0,
    repaint: () => undefined,
    suspend: () => undefined,
    edit: () => Promise.resolve(noEditor),
    handOut: () => Promise.resolve(null),
  })
  await program.quiet()
  const { state } = program
  await program.close()
  return state
}

function handOut(effect: HandedOut, outside: Outside & Pick<Sitting, 'variables'>): Promise<Event | null> {
  switch (effect.type) {
    case 'copy':
      return copyOut(outside, effect.text, effect.what)
    case 'open-file':
      return openFile(outside, effect.path, effect.editor ? 'editor' : 'pager')
    case 'open-text':
      return openText(outside, effect.text)
    case 'open-link':
      return openLink(outside, effect.target)
    case 'pipe':
      return pipeOut(effect.command, effect.text)
    case 'run-own':
      return runOwn(effect, outside.variables)
  }
}
