import { readlinkSync } from 'node:fs'
import { version } from '../package.json'
import { findActor } from './actor.ts'
import { clockOf, type Environment, readEnvironment, secretNamed, systemUser } from './config.ts'
import type { Origin } from './domain/message.ts'
import type { Tool } from './domain/setup-tools.ts'
import { agentSession, certainSession, processesOf } from './entry/agent-session.ts'
import { approvalsOf, keysOf } from './entry/approvals-of.ts'
import { bellsOf } from './entry/bells.ts'
import { keepActors } from './entry/kept-actors.ts'
import { type KeptStore, keepStore, silent, warn } from './entry/kept-store.ts'
import { panes } from './entry/lazy-panes.ts'
import { type OpenedStore, openStore, type Use } from './entry/open-store.ts'
import { openSurroundings } from './entry/surroundings.ts'
import { transcriptsOf } from './entry/transcripts-of.ts'
import { worktreesOf } from './entry/worktrees-of.ts'
import type { Chosen, Host, Opening } from './faces/cli/host.ts'
import { run } from './faces/cli/run.ts'
import type { Mailbox } from './mailbox.ts'
import { isStream } from './operations/catalogue.ts'
import type { Surroundings } from './recorded-session.ts'
import type { Context, FileDriver, ProgramDriver } from './services/context.ts'
import type { FolderDriver } from './services/exchange/folder.ts'
import type { NetworkDriver } from './services/network-driver.ts'
import { inSession } from './services/sessions/in-session.ts'
import type { StoreDriver } from './services/store-driver.ts'
import { storeNamed } from './store-place/find-store.ts'

const environment = readEnvironment()
const findSession = agentSession(environment)
const surroundings = openSurroundings(environment, findSession)
const bells = bellsOf(environment)
const transcripts = transcriptsOf(environment)

let kept: KeptStore | undefined

/** The environment of a command: what its line allows is allowed as if a variable did. */
function around({ allowNetworkFilesystem }: Chosen): Environment {
  return allowNetworkFilesystem ? { ...environment, allowNetworkFilesystem } : environment
}

function useOf(command: string): Use {
  if (command === 'serve') return 'together'
  return command === 'link' || isStream(command) ? 'long' : 'once'
}

async function open(opening: Opening): Promise<Context> {
  // A batch opens once, whatever its lines do.
  // A server answers many callers, who must not wait for one's write.
  const { command } = opening
  const openAt = (at: string | null) => openStore(opening.store, around(opening), useOf(command), at)
  // A hook runs with every step of an agent, and what it says may be taken for an error of it.
  kept ??= keepStore(openAt, undefined, command === 'hook' ? silent : undefined)
  return kept.within((found) => contextIn(found, opening))
}

async function contextIn({ store, swarm, settings }: OpenedStore, opening: Opening): Promise<Context> {
  const { as, command, unregistered, looks = false, nameless, agents = false, session: told = null } = opening
  const named = told ?? environment.session
  const harness = agents ? certainSession(environment) : findSession
  const place = surroundings(store)
  const now = clockOf(environment, store)
  const question = {
    roster: store.roster,
    environment: { ...environment, session: named },
    as,
    swarm,
    user: systemUser,
    harness,
    surroundings: place,
    agentsMayAct: settings.agentsMayActForMe,
    unregistered,
    nameless,
    looks,
    now: now(),
  }
  const found = await findActor(question)
  const session = named ?? (await sessionAround(place, found.actor.address))
  const context: Context = {
    store,
    reopen: () => open(opening),
    ...found,
    session,
    // A hook's event says itself whom it is about.
    isHelper: environment.isHelper && command !== 'hook',
    hops: environment.hops,
    paneServer: environment.paneServer,
    swarm,
    // Only commands that write need an origin.
    get origin() {
      return originOf(session, environment)
    },
    command,
    settings,
    panes,
    transcripts,
    bells,
    programs,
    processes: processesOf(harness),
    identity: place,
    approvals: approvalsOf(environment),
    keys: keysOf(environment),
    worktrees: worktreesOf(environment),
    stores: storesOf(around(opening)),
    files,
    folders,
    network,
    now,
  }
  // A hook reports its session itself, and the end of it.
  if (told === null && command !== 'hook' && (await inSession(context, looks)))
    (await import('./entry/guard-notes.ts')).noteUnnamed(context, environment)
  return context
}

/** Some coding agents, such as Gemini CLI, give their commands no session: then it is the one of the process that they run in. */
async function sessionAround(place: Surroundings, agent: string): Promise<string | null> {
  if (environment.marked().length === 0) return null
  const { conversationOf } = await import('./entry/session-around.ts')
  return conversationOf(agent, await place.sessions())
}

const programs: ProgramDriver = {
  start: async (command, how) => (await import('./drivers/programs.ts')).programs.start(command, how),
}

/** Loaded by the few commands that write to a given file, or point to one. */
const files: FileDriver = {
  create: async (path, text) => (await import('./drivers/files.ts')).files.create(path, text),
  doubt: async (path) => (await import('./drivers/files.ts')).files.doubt(path),
}

/** Loaded by the command that makes a store of another. */
function storesOf(around: Environment): StoreDriver {
  return {
    make: async (name, backUp) => (await import('./entry/new-stores.ts')).makeStore(name, backUp, around),
  }
}

/** Loaded by the commands that read and write other systems' files. */
const folders: FolderDriver = {
  open: async (...named) => (await import('./drivers/folders/folders.ts')).folders.open(...named),
  usual: async () => (await import('./drivers/folders/folders.ts')).folders.usual(),
}

const network: NetworkDriver = {
  ask: async (request) => (await import('./drivers/network.ts')).network.ask(request),
  follow: async (request, signal) => (await import('./drivers/network.ts')).network.follow(request, signal),
  secret: (variable) => secretNamed(variable),
}

function originOf(session: string | null, { pane }: Environment): Origin {
  return { process: process.pid, terminal: terminalName(), pane, session }
}

let terminal: string | null | undefined

/** Found once: it stays the same for as long as the process runs. */
function terminalName(): string | null {
  if (terminal !== undefined) return terminal
  try {
    const path = readlinkSync('/proc/self/fd/0')
    terminal = path.startsWith('/dev/pts/') || path.startsWith('/dev/tty') ? path : null
  } catch {
    terminal = null
  }
  return terminal
}

/** For people: standard output is a door's own. */
function sayListening(socket: string): void {
  process.stderr.write(`Listening on ${socket}\n`)
}

const host: Host = {
  argv: process.argv.slice(2),
  version,
  colour: environment.noColour === null && environment.terminal !== 'dumb',
  open,
  openEach: () => keepActors(open),
  keepWorkSmall: async (context) => (await import('./entry/thrift.ts')).keepWorkSmall(context),
  explain: async (error) => {
    const { explainedInSandbox, isInCodexSandbox } = await import('./domain/codex-sandbox.ts')
    return isInCodexSandbox(environment.names()) ? explainedInSandbox(error) : error
  },
  answerHook: async (hook) => {
    const { answer } = await import('./entry/hooking.ts')
    const opening = { ...hook, command: 'hook', unregistered: true, agents: true }
    const openFor = (session: string | null) => open({ ...opening, session })
    return answer({ ...hook, open: openFor, environment })
  },
  hookFailure: async (error, written) => {
    const { failure } = await import('./entry/hooking.ts')
    return failure(environment, error, written)
  },
  writeShims: async (folder, shims) =>
    (await import('./entry/shims.ts')).writeShims(folder, shims, environment),
  setUp: async ({ tool, remove, permissions, ...chosen }) => {
    const context = remove
      ? null
      : await open({ ...chosen, command: 'setup', unregistered: true, nameless: 'nobody' })
    const { prepareSetUp } = await import('./entry/setting-up.ts')
    const program = process.argv[1] ?? 'watchpost'
    const wanted = { tool: tool as Tool, remove, permissions, flag: chosen.store }
    return prepareSetUp({ ...wanted, environment, context, program })
  },
  checkSetUp: async (chosen) =>
    (await import('./entry/checking-setup.ts')).checkSetUp({ ...chosen, environment, open }),
  firstSight: async (chosen) =>
    (await import('./entry/first-sight.ts')).firstSight(chosen.store, environment),
  initialise: async ({ swarm, forTests, ...chosen }) => {
    const { initialise } = await import('./entry/initialise.ts')
    const wanted = { flag: chosen.store, swarm, forTests }
    return initialise({ ...wanted, environment: around(chosen) })
  },
  trust: async ({ isPath, remove, ...chosen }) => {
    const { changeTrust } = await import('./entry/trust-change.ts')
    return changeTrust({ flag: chosen.store, isPath, remove, environment: around(chosen) })
  },
  trustedStores: async () => {
    const { trustedStores } = await import('./entry/trusting.ts')
    return trustedStores(environment).map(({ store, found }) => ({ store, found }))
  },
  examine: async ({ repair, head, ...chosen }) => {
    const { examine } = await import('./entry/examination.ts')
    return examine({ flag: chosen.store, repair, head, environment: around(chosen) })
  },
  restore: async ({ file, ...chosen }) => {
    const { restore } = await import('./entry/restoring.ts')
    return restore({ flag: chosen.store, file, environment: around(chosen) })
  },
  checkUpgrade: async (chosen) => {
    const { checkUpgrade } = await import('./entry/upgrading.ts')
    return checkUpgrade({ flag: chosen.store, environment: around(chosen), version })
  },
  upgrade: async ({ store, backup, noBackup, say, ...chosen }) => {
    const { upgrade } = await import('./entry/upgrading.ts')
    const near = around({ store, ...chosen })
    const identity = openSurroundings(near, findSession)(null)
    return upgrade({ flag: store, environment: near, identity, backup, noBackup, say })
  },
  serveMcp: async ({ tools, ...chosen }) => {
    const { serveMcp } = await import('./entry/mcp.ts')
    return serveMcp({ flag: chosen.store, as: chosen.as, environment: around(chosen), version, tools })
  },
  serve: async (wanted) => {
    const context = await open({ ...wanted, command: 'serve', unregistered: true })
    const { serve } = await import('./entry/serving.ts')
    return serve(context, wanted)
  },
  metrics: async (chosen) => {
    const context = await open({ ...chosen, command: 'metrics', unregistered: true, looks: true })
    return (await import('./entry/metrics.ts')).metricsText(context)
  },
  listenForMetrics: async (wanted) => {
    const context = await open({ ...wanted, command: 'serve', unregistered: true, looks: true })
    return (await import('./entry/metrics.ts')).listenForMetrics(context, wanted)
  },
  serveDoor: async ({ path, listen, ...chosen }) => {
    const { serveAtDoor } = await import('./entry/doors.ts')
    const near = around(chosen)
    const open = async () =>
      (await openStore(path === undefined ? chosen.store : storeNamed(path, near), near, 'together')).store
    return serveAtDoor({ open, listen, environment: near, say: sayListening })
  },
  link: async ({ address, ...chosen }) => {
    const { keepLink } = await import('./entry/doors.ts')
    const opening = { ...chosen, store: address, command: 'link', unregistered: true }
    const near = { environment: around(chosen), say: sayListening, open: () => open(opening) }
    return keepLink({ address, warn, ...near })
  },
  openScreen: async (wanted) => {
    const { openMailboxThread } = await import('./entry/mailbox-thread/mailbox-thread.ts')
    const { store, as, readOnly, allowNetworkFilesystem = false } = wanted
    const opening = { store, as, readOnly, allowNetworkFilesystem }
    const thread = openMailboxThread(opening)
    // The caller that waits for the thread reports its error.
    thread.catch(() => undefined)
    const { openScreen } = await import('./entry/screen.ts')
    return openScreen({ ...wanted, thread, opening, environment })
  },
  demo: async (onTerminal, open) => {
    const { showDemo } = await import('./entry/demo/demo.ts')
    const picture = async (mailbox: Mailbox) => {
      const { snapshot } = await import('./entry/screen.ts')
      process.stdout.write(`${await snapshot(mailbox, 120, 30)}\n`)
    }
    return showDemo({ open, picture: onTerminal ? null : picture, environment })
  },
}

/** The exit code. The store loses nothing by staying open: whatever others do on the way out is saved. */
export const main = () => run(host)
