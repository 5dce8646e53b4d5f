import { loadLayoutEngine, startScreen } from '../../components/start.tsx'
import { clockOf, type Environment, inheritedVariables } from '../config.ts'
import type { ScreenSettings } from '../domain/settings/settings.ts'
import { files } from '../drivers/files.ts'
import { isLookedAt } from '../drivers/panes.ts'
import { ownName } from '../drivers/processes.ts'
import { startLinear } from '../faces/tui/linear/start-linear.ts'
import { showsLinks } from '../faces/tui/terminal/shows-links.ts'
import { ownTheme } from '../faces/tui/text/own-theme.ts'
import { depthOf, themeFor } from '../faces/tui/text/theme.ts'
import { loadOperation, type OperationName } from '../operations/catalogue.ts'
import type { MailboxThread } from './mailbox-thread/mailbox-thread.ts'
import { openScreenMemories } from './screen-memory.ts'
import { keepMemorySmall } from './thrift.ts'

type Wanted = {
  readonly thread: Promise<MailboxThread>
  /** `--no-color` was not given. */
  readonly colour: boolean
  /** `--read-only`. */
  readonly readOnly: boolean
  /** `--accessible`. */
  readonly accessible: boolean
  /** `--theme`. */
  readonly theme: ScreenSettings['theme']
  /** `--open`. */
  readonly open: ScreenSettings['open'] | null
  readonly environment: Environment
}

/** The inbox on a terminal. */
export async function openScreen({
  thread,
  colour,
  readOnly,
  accessible,
  theme,
  open,
  environment,
}: Wanted): Promise<number> {
  // These load while the thread opens the store. A failure of the engine reaches those who need it.
  const keys = import('./key-settings.ts')
  if (!accessible) loadLayoutEngine().catch(() => undefined)
  const opened = await thread
  const { mailbox, location, swarm, settings, onlyLooks, clockNote, close } = opened
  const growFreely = keepMemorySmall()
  const now = clockOf(environment, opened)
  const { pane, noColour, terminal } = environment
  try {
    const { readKeys } = await keys
    const sitting = {
      keymap: readKeys(location, environment.configFolder),
      commands: settings.commands,
      variables: inheritedVariables(),
      mailbox,
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
      readOnly: readOnly || onlyLooks,
      clockNote,
    }
    // A terminal that cannot place its cursor can still print.
    if (accessible || settings.screen.accessible || terminal === 'dumb') return await startLinear(sitting)
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
    return await startScreen({
      ...sitting,
      ...themeFor(colours),
      ownThemes: Object.fromEntries(own),
      links: showsLinks({ ...inheritedVariables(), ...(colour ? {} : { NO_COLOR: '1' }) }),
    })
  } finally {
    growFreely()
    await close()
  }
}

/** Prints what a command of the palette answers, as the command line prints it for a person. */
function printAnswerAt(now: () => number) {
  return async (name: OperationName, value: unknown, input: object, width: number): Promise<string> => {
    if ((await loadOperation(name)).reads === 'text') return (value as { readonly text: string }).text
    const { printText } = await import('../faces/cli/print/print.ts')
    const settings = { now: now(), colour: false, agent: null, width }
    const { text, notes } = await printText(name, value, input as Parameters<typeof printText>[2], settings)
    return [text.trimEnd(), ...notes.map((note) => note.trimEnd())].filter((part) => part !== '').join('\n\n')
  }
}

export { snapshot } from '../../components/start.tsx'
