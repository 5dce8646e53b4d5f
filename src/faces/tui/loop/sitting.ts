import type { ReadStream, WriteStream } from 'node:tty'
import { inTrouble } from '../../../domain/attention.ts'
import type { OwnCommand } from '../../../domain/settings/own-commands.ts'
import type { ScreenSettings } from '../../../domain/settings/terminal-settings.ts'
import type { Mailbox } from '../../../mailbox.ts'
import { keymap as usualKeymap } from '../commands/index.ts'
import { withOwnCommands } from '../commands/keys/own-keys.ts'
import type { Doubting } from '../compose/fetch-drafts.ts'
import type { Binding } from '../keymap.ts'
import { keptOf } from '../model/kept.ts'
import { alone } from '../model/pair.ts'
import type { PrintAnswer } from '../overlays/palette/fetch-palette.ts'
import { queriesOf, withQuery } from '../overlays/search/query-typing.ts'
import { type FirstView, opensOn } from '../panes/roster/folding.ts'
import { type Person, type RosterState, type Size, type State, withPanes, withSession } from '../state.ts'
import type { Stores } from '../stores.ts'
import type { Theme, ThemeChoice } from '../text/theme.ts'
import { initialState } from './initial.ts'

/** Themes of the person's own, by name. */
export type OwnThemes = Readonly<Record<string, Theme>>

/** The stores beside this one. `open` opens one to sit before. @throws MailError where it cannot be opened */
export type OtherStores = Stores & { open(location: string): Promise<Sitting> }

type Memory = { read(): unknown; write(kept: unknown): void }

/** A store as the screen sits before it, and the terminal. */
export type Sitting = {
  readonly mailbox: Mailbox
  /** The store's place; where the person left it is known by this. */
  readonly location: string
  readonly stores: OtherStores
  /** Lets go of the store. */
  readonly close: () => Promise<void>
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

/** The program as somebody finds it who sits down. */
export async function openingState(options: Sitting, size: Size): Promise<State> {
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
    widths,
    lines,
    hinted,
    notifies: options.notifies,
    queries: queriesOf(searches.read()),
    mouse: screen.mouse,
    calm: screen.motion === 'reduced',
    readsOn: screen.afterArchive === 'next',
    columnHeads: screen.columnHeads,
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

export async function whoSits(mailbox: Mailbox): Promise<Person> {
  const { address: own, kind, actor } = await mailbox.whoami({})
  const address = own ?? actor
  return { address, kind: kind ?? 'user', principal: actor === address ? null : actor }
}
