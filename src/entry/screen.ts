import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { startScreen } from '../../components/start.tsx'
import type { MailStore } from '../../store/mail-store.ts'
import { findActor } from '../actor.ts'
import { type Environment, inheritedVariables, systemUser } from '../config.ts'
import type { ScreenSettings } from '../domain/settings/settings.ts'
import { files } from '../drivers/files.ts'
import { isLookedAt } from '../drivers/panes.ts'
import { ownName } from '../drivers/processes.ts'
import { startLinear } from '../faces/tui/linear/start-linear.ts'
import { showsLinks } from '../faces/tui/terminal/shows-links.ts'
import { themeFor } from '../faces/tui/text/theme.ts'
import { openMailbox } from '../mailbox.ts'
import type { PaneDriver } from '../operations/pane-driver.ts'
import { keepUp } from '../operations/upkeep/runner.ts'
import { agentSession, processesOf } from './agent-session.ts'
import { openScreenMemory } from './screen-memory.ts'
import type { StoreThread } from './store-thread.ts'

/** A screen is open for days: what it no longer needs goes sooner than V8 would let it go while there is memory. */
const thriftyHeap = '--heap-growing-percent=25'

type Wanted = {
  readonly thread: Promise<StoreThread>
  readonly as: string | undefined
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
  readonly panes: PaneDriver
}

/** The inbox on a terminal. */
export async function openScreen({
  thread,
  as,
  colour,
  readOnly,
  accessible,
  theme,
  open,
  environment,
  panes,
}: Wanted): Promise<number> {
  setFlagsFromString(thriftyHeap)
  const { store, settings } = await thread
  const now = Date.now
  const stopTending = readOnly ? () => undefined : keepInShape(store)
  let stopUpkeep = () => Promise.resolve()
  try {
    const swarm = settings.swarm ?? (await store.facts.swarm())
    const { session, pane, paneServer, noColour, terminal } = environment
    const harness = agentSession(environment)
    const { agentsMayActForMe: agentsMayAct } = settings
    const question = { roster: store.roster, environment, as, swarm, user: systemUser, harness, agentsMayAct }
    const found = await findActor({ ...question, unregistered: false, now: now() })
    const origin = { process: process.pid, terminal: null, pane, session }
    const who = { ...found, session, paneServer, swarm, origin, command: 'screen' }
    const processes = processesOf(harness)
    const context = { store, ...who, settings, panes, processes, now }
    if (!readOnly && !found.onlyLooks) stopUpkeep = keepUp(context, { programs: false })
    const { readKeys } = await import('./key-settings.ts')
    const sitting = {
      keymap: readKeys(store.location, environment.configFolder),
      mailbox: openMailbox(context),
      stdin: process.stdin,
      stdout: process.stdout,
      screen: { ...settings.screen, ...(open && { open }) },
      memory: openScreenMemory(join(environment.stateFolder, 'screen.json')),
      swarm,
      inTmux: pane !== null,
      isLookedAt: () => (pane === null ? Promise.resolve(true) : isLookedAt(pane)),
      editor: settings.programs.editor ?? environment.editor,
      opener: settings.programs.opener ?? [process.platform === 'darwin' ? 'open' : 'xdg-open'],
      pager: environment.pager,
      doubt: files.doubt,
      now,
      terminal: ownName(now()),
      readOnly: readOnly || found.onlyLooks,
    }
    // A terminal that cannot place its cursor can still print.
    if (accessible || settings.screen.accessible || terminal === 'dumb') return await startLinear(sitting)
    const wanted = noColour ?? (colour ? undefined : '1')
    return await startScreen({
      ...sitting,
      theme: themeFor({
        NO_COLOR: wanted,
        TERM: terminal ?? undefined,
        theme: settings.screen.theme,
        flag: theme,
      }),
      links: showsLinks({ ...inheritedVariables(), ...(colour ? {} : { NO_COLOR: '1' }) }),
    })
  } finally {
    stopTending()
    await stopUpkeep()
    await store.close()
  }
}

const quiet = 5_000
const busy = 50

/** Upkeep while the screen is open, in the store's own thread: a slice at a time, quickly only while more is left. */
function keepInShape({ live }: Pick<MailStore, 'live'>): () => void {
  let stopped = false
  let timer = setTimeout(tend, quiet)

  async function tend(): Promise<void> {
    const more = await live.tend().catch(() => false)
    if (!stopped) timer = setTimeout(tend, more ? busy : quiet)
  }

  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

export { snapshot } from '../../components/start.tsx'
