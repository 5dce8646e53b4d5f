import { loadLayoutEngine, startScreen } from '../../components/start.tsx'
import { clockOf, type Environment, inheritedVariables } from '../config.ts'
import type { ScreenSettings } from '../domain/settings/terminal-settings.ts'
import { files } from '../drivers/files.ts'
import { isLookedAt } from '../drivers/panes.ts'
import { ownName } from '../drivers/processes.ts'
import { printText } from '../faces/cli/print/print.ts'
import { startLinear } from '../faces/tui/linear/start-linear.ts'
import type { Sitting } from '../faces/tui/loop/sitting.ts'
import { showsLinks } from '../faces/tui/terminal/shows-links.ts'
import { ownTheme } from '../faces/tui/text/own-theme.ts'
import { depthOf, themeFor } from '../faces/tui/text/theme.ts'
import { loadOperation, type OperationName } from '../operations/catalogue.ts'
import { type MailboxThread, openMailboxThread } from './mailbox-thread/mailbox-thread.ts'
import type { Opening } from './mailbox-thread/messages.ts'
import { openScreenMemories } from './screen-memory.ts'
import { namesOf } from './stores/known-stores.ts'
import { openLooks } from './stores/looks.ts'
import { keepMemorySmall, type Thrift } from './thrift.ts'
import { keepPath } from './trusting.ts'

type Wanted = {
  readonly thread: Promise<MailboxThread>
  /** How the thread was opened. */
  readonly opening: Opening
  /** `--no-color` was not given. */
  readonly colour: boolean
  /** `--accessible`. */
  readonly accessible: boolean
  /** `--theme`. */
  readonly theme: ScreenSettings['theme']
  /** `--open`. */
  readonly open: ScreenSettings['open'] | null
  readonly environment: Environment
}

/** The inbox on a terminal. */
export async function openScreen(wanted: Wanted): Promise<number> {
  const { thread, accessible, environment } = wanted
  // These load while the thread opens the store. A failure of the engine reaches those who need it.
  const keys = import('./key-settings.ts')
  if (!accessible) loadLayoutEngine().catch(() => undefined)
  const opened = await thread
  const { readKeys } = await keys
  if (!opened.onlyLooks) keepPath(opened.location, environment)
  const thrift = keepMemorySmall()
  try {
    const sitting = sittingBefore(opened, { ...wanted, first: opened.location, readKeys, thrift })
    // A terminal that cannot place its cursor can still print.
    if (accessible || opened.settings.screen.accessible || environment.terminal === 'dumb')
      return await startLinear(sitting)
    return await startScreen(sitting)
  } finally {
    thrift.end()
  }
}

type Around = Wanted & {
  /** The store that the program was started in. */
  readonly first: string
  readonly thrift: Thrift
  readonly readKeys: typeof import('./key-settings.ts').readKeys
}

/** All that a screen needs to sit before a store: the store's settings, and what the person and the terminal bring along. */
function sittingBefore(opened: MailboxThread, around: Around): Sitting {
  const { opening, colour, theme, open, environment, readKeys, thrift } = around
  const { mailbox, location, swarm, settings, onlyLooks, clockNote, close } = opened
  const now = clockOf(environment, opened)
  const { pane, noColour, terminal } = environment
  const wanted = noColour ?? (colour ? undefined : '1')
  const colours = {
    NO_COLOR: wanted,
    TERM: terminal ?? undefined,
    COLORTERM: environment.colours ?? undefined,
    COLORFGBG: environment.ground ?? undefined,
    inTmux: pane !== null,
    theme: settings.screen.theme,
    flag: theme,
  }
  const own = settings.screen.themes.map((one) => [one.name, ownTheme(one, depthOf(colours))] as const)
  return {
    keymap: readKeys(location, environment.configFolder),
    commands: settings.commands,
    variables: inheritedVariables(),
    mailbox,
    location,
    close() {
      thrift.letLoad()
      return close()
    },
    stores: {
      ...openLooks(opening, location),
      name: { location, ...namesOf(location, environment) },
      open: (known) => openAnother(known, around),
    },
    stdin: process.stdin,
    stdout: process.stdout,
    screen: { ...settings.screen, ...(open && { open }) },
    notifies: settings.notify.programs.length > 0,
    ...openScreenMemories(environment.stateFolder, location),
    swarm,
    inTmux: pane !== null,
    isLookedAt: () => (pane === null ? Promise.resolve(true) : isLookedAt(pane)),
    editor: settings.programs.editor ?? environment.editor,
    opener: settings.programs.opener ?? [process.platform === 'darwin' ? 'open' : 'xdg-open'],
    pager: environment.pager,
    doubt: files.doubt,
    print: printAnswerAt(now),
    now,
    terminal: ownName(Date.now()),
    readOnly: opening.readOnly || onlyLooks,
    clockNote,
    ...themeFor(colours),
    ownThemes: Object.fromEntries(own),
    links: showsLinks({ ...inheritedVariables(), ...(colour ? {} : { NO_COLOR: '1' }) }),
  }
}

/** Opens another store of the person's list as the program in its folder would. */
async function openAnother(known: string, around: Around): Promise<Sitting> {
  const opening = { ...around.opening, known: known === around.first ? undefined : known }
  around.thrift.letLoad()
  const opened = await openMailboxThread(opening)
  try {
    return sittingBefore(opened, { ...around, opening })
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Prints what a command of the palette answers, as the command line prints it for a person. */
function printAnswerAt(now: () => number) {
  return async (name: OperationName, value: unknown, input: object, width: number): Promise<string> => {
    if ((await loadOperation(name)).reads === 'text') return (value as { readonly text: string }).text
    const settings = { now: now(), colour: false, agent: null, width }
    const { text, notes } = await printText(name, value, input as Parameters<typeof printText>[2], settings)
    return [text.trimEnd(), ...notes.map((note) => note.trimEnd())].filter((part) => part !== '').join('\n\n')
  }
}

export { snapshot } from '../../components/start.tsx'
