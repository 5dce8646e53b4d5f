import type { ReadStream, WriteStream } from 'node:tty'
import { inTrouble } from '../../../domain/attention.ts'
import { swarmOf } from '../../../domain/roster.ts'
import { plain, type Safe } from '../../../domain/sanitize.ts'
import type { OwnCommand } from '../../../domain/settings/own-commands.ts'
import type { ScreenSettings } from '../../../domain/settings/settings.ts'
import type { Mailbox } from '../../../mailbox.ts'
import { caretOf } from '../caret.ts'
import { keymap as usualKeymap } from '../commands/index.ts'
import { withOwnCommands } from '../commands/own/own-keys.ts'
import type { Field } from '../compose/editor/field.ts'
import type { Doubting } from '../compose/fetch-drafts.ts'
import { editOutside } from '../compose/outside.ts'
import { runOwn } from '../compose/own-program.ts'
import { copyOut, type Outside, openFile, openLink, openText, pipeOut } from '../compose/programs.ts'
import type { Event } from '../event.ts'
import { initialState } from '../initial.ts'
import { keptOf } from '../kept.ts'
import type { Binding } from '../keymap.ts'
import type { PrintAnswer } from '../overlays/palette/fetch-palette.ts'
import { queriesOf, withQuery } from '../overlays/search/kept-queries.ts'
import { alone } from '../pair-state.ts'
import { type FirstView, opensOn } from '../panes/roster/first-view.ts'
import { type Person, type RosterState, type Size, type State, withPanes, withSession } from '../state.ts'
import type { Screen } from '../terminal/screen.ts'
import { openStage } from '../terminal/stage.ts'
import type { Theme, ThemeChoice } from '../text/theme.ts'
import { type HandedOut, leaveInHaste, openProgram, type Program, type ProgramOptions } from './program.ts'

/** The drawing function: passed in, since this face knows no components. */
export type Drawing = {
  draw(state: State): void
  /** Types into the drawn line input, with `line` as its value. Returns its new value, or `null` if none is drawn. */
  input(line: Field, letters: string): Field | null
  close(): void
}
/** Themes of the person's own, by name. */
export type OwnThemes = Readonly<Record<string, Theme>>

export type OpenDrawing = (
  screen: Pick<Screen, 'columns' | 'rows' | 'draw'>,
  theme: ThemeChoice,
  links: boolean,
  own?: OwnThemes,
) => Drawing

type Memory = { read(): unknown; write(kept: unknown): void }

export type StartOptions = {
  readonly mailbox: Mailbox
  readonly openDrawing: OpenDrawing
  readonly stdin: ReadStream
  readonly stdout: WriteStream & { readonly fd: number }
  readonly theme: ThemeChoice
  readonly ownThemes: OwnThemes
  /** The theme follows the background of the terminal, which is asked for it. */
  readonly asks: boolean
  /** The terminal shows links. */
  readonly links: boolean
  readonly keymap?: readonly Binding[]
  /** The person's own commands. */
  readonly commands: readonly OwnCommand[]
  /** The environment of the programs that they start. */
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly swarm: string | null
  readonly inTmux: boolean
  /** Whether somebody looks, as far as this is known when the terminal does not report it. */
  readonly isLookedAt: () => Promise<boolean>
  /** The command of `$EDITOR`; `null` where there is none. */
  readonly editor: readonly string[] | null
  readonly doubt?: Doubting
  readonly print?: PrintAnswer
  /** The command of `$PAGER`. */
  readonly pager: readonly string[] | null
  /** Opens links. */
  readonly opener: readonly string[]
  readonly now: () => number
  /** The name of this screen among the open ones. */
  readonly terminal: string
  readonly screen: ScreenSettings
  /** Programs tell this person what waits while they are away. */
  readonly notifies: boolean
  /** The kept state of this screen's last run, and its place. */
  readonly memory: Memory
  /** The searches of earlier runs, of this screen and others. */
  readonly searches: Memory
  /** No change is possible. */
  readonly readOnly: boolean
  /** That this machine's clock differs from the store's. */
  readonly clockNote?: string | null
  /** The text for an error that nobody caught. */
  readonly describeError?: (error: unknown) => string
}

/** How long an answer about the background counts: later ones would change the colours before a reader's eyes. */
const groundWait = 2_000
const usualPager = ['less']
const noEditor = { problem: 'No editor: set $EDITOR.' }

/** Runs the program on a terminal until it is left. */
export async function startTui(options: StartOptions): Promise<number> {
  const { mailbox, stdin, stdout, now } = options
  const opening = await openingState(options, { columns: stdout.columns, rows: stdout.rows })
  const state = withSession(opening, { groundUntil: options.asks ? now() + groundWait : null })
  let program: Program | undefined
  const stage = openStage({
    stdin,
    stdout,
    inTmux: options.inTmux,
    onEnd: () => leaveInHaste(program),
    ...(options.describeError && { describeError: options.describeError }),
    mouse: options.screen.mouse,
    asksGround: options.asks,
    onEvent: (event) => program?.dispatch(event),
    onResize: (columns, rows) => program?.dispatch({ type: 'resize', columns, rows }),
    onFrameWritten: (drawn) => program?.written(drawn),
  })
  const drawing = options.openDrawing(stage.screen, options.theme, options.links, options.ownThemes)
  try {
    program = openProgram({
      mailbox,
      now,
      state,
      draw(state) {
        stage.screen.show(caretOf(state), () => drawing.draw(state))
        stage.terminal.title(windowTitle(state.panes.roster))
        return stage.screen.drawn
      },
      input: drawing.input,
      notice(body) {
        const { notices } = options.screen
        if (notices !== 'off') stage.terminal.notice(notices, 'watchpost', body)
      },
      isLookedAt: options.isLookedAt,
      remember: options.memory.write,
      rememberQuery: (query) => keepQuery(options.searches, query),
      mouse: (on) => stage.terminal.mouse(on),
      repaint: () => stage.screen.repaint(),
      suspend: () => stage.terminal.suspend(),
      ...handedOut(options, stage.terminal),
    })
    await program.ended
  } finally {
    drawing.close()
    stage.close()
  }
  return 0
}

/** For the terminal's title bar. */
function windowTitle(roster: RosterState): Safe {
  const { unread } = roster
  const parts = [`${unread.total} unread`, ...(unread.urgent > 0 ? [`${unread.urgent} urgent`] : [])]
  return plain(`watchpost: ${parts.join(' · ')}`)
}

type Surroundings = Omit<StartOptions, 'openDrawing' | 'theme' | 'ownThemes' | 'asks' | 'links'>

/** The program as somebody finds it who sits down. */
export async function openingState(options: Surroundings, size: Size): Promise<State> {
  const { mailbox, swarm, now, terminal, readOnly, memory, searches, screen } = options
  const { keymap, problems } = withOwnCommands(options.keymap ?? usualKeymap, options.commands)
  const [me, first] = await Promise.all([whoSits(mailbox), firstLook(mailbox, screen.open)])
  const opened = opensOn(initialState(me, swarm, size, now(), keymap), first.view)
  const { widths, lines, folded, rosterBy, hinted } = keptOf(memory.read())
  const by = rosterBy ?? screen.rosterBy
  const roster = { ...opened.panes.roster, attention: first.attention, folded, by }
  return withSession(withPanes(opened, { roster, threaded: screen.threads }), {
    pair: { ...alone, terminal },
    readOnly,
    keyProblems: problems,
    clockNote: options.clockNote ?? null,
    ...{ widths, lines, hinted, notifies: options.notifies },
    queries: queriesOf(searches.read()),
    mouse: screen.mouse,
    calm: screen.calm,
    readsOn: screen.afterArchive === 'next',
    heads: screen.heads,
    tabs: screen.tabs,
    replies: screen.replies,
    ownThemes: screen.themes.map(({ name }) => name),
    editHeaders: screen.editHeaders,
  })
}

/** Adds a query to those that other screens kept since. */
export function keepQuery(searches: Memory, query: string): void {
  searches.write({ queries: withQuery(queriesOf(searches.read()), query) })
}

/** Found before anything is drawn, since nothing may change the view under somebody who looks already. */
async function firstLook(
  mailbox: Mailbox,
  wanted: ScreenSettings['open'],
): Promise<{ readonly view: FirstView; readonly attention: RosterState['attention'] }> {
  if (wanted !== 'auto') return { view: wanted, attention: null }
  // An error here keeps nobody from their mail; the next request shows it.
  const found = await mailbox.attention({ count: true }).catch(() => null)
  if (found === null) return { view: 'inbox', attention: null }
  return { view: inTrouble(found.groups) ? 'attention' : 'inbox', attention: found.groups }
}

/** Other programs that work for a person while they have the terminal. */
export function handedOut(
  options: Surroundings,
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

function handOut(
  effect: HandedOut,
  outside: Outside & Pick<StartOptions, 'variables'>,
): Promise<Event | null> {
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

async function whoSits(mailbox: Mailbox): Promise<Person> {
  const { address: own, actor } = await mailbox.whoami({})
  const address = own ?? actor
  const agent = await mailbox.showAgent({ agent: address }).catch(() => null)
  return { address, kind: agent?.kind ?? 'user', principal: actor === address ? null : actor }
}
