import {
  isDue,
  type Keeper,
  leases,
  newTurn,
  readTurn,
  restUntilDue,
  type UpkeepTurn,
} from '../../domain/upkeep-turn.ts'
import type { Context } from '../context.ts'
import { asUpkeep } from '../gate/as-upkeep.ts'
import type { Manner } from './act.ts'
import { openPace, type WatchedPace } from './pace.ts'
import { type RoundAct, roundActs } from './round-acts.ts'

/** A slice of a command, ms. */
const slice = 3
/** A look at every agent that took longer than this, ms, is left to runners; a first look has to load its code. */
const longestStep = 10
/** The number of agents per step before a step was measured. */
const fewAgents = 32
/** A runner's turn is renewed this often, ms. */
const renewEvery = 15_000

type Turn = {
  readonly context: Context
  readonly keeper: Keeper
  readonly holder: string
  readonly programs: boolean
}

/**
 * Upkeep after a command's answer: as much of a round as fits into 3 ms. It waits for nobody and syncs nothing; what
 * cannot be done now is left to the next command. Never fails.
 */
export async function sliceAfter(context: Context): Promise<void> {
  const { upkeep } = context.store
  await upkeep.hurry(true)
  try {
    const turn = {
      context: bySystem(context),
      keeper: 'command',
      holder: holderName(),
      programs: false,
    } as const
    const end = performance.now() + slice
    const isOver = () => performance.now() >= end
    await takeTurn(turn, () => openPace(5, new AbortController().signal, isOver, async () => !isOver()))
  } finally {
    await upkeep.hurry(false)
  }
}

/**
 * A whole round by a process that stays for long, if one is due and nobody else has the turn. Answers how long, ms,
 * nothing will be due.
 */
export async function roundBy(
  context: Context,
  { programs, rest }: Required<Manner>,
  stop: AbortSignal,
): Promise<number> {
  const turn = { context: bySystem(context), keeper: 'runner', holder: holderName(), programs } as const
  await takeTurn(turn, (renew) =>
    openPace(
      25,
      stop,
      () => stop.aborted,
      async (took) => {
        await rest(took)
        return renew()
      },
    ),
  )
  const after = readTurn(await context.store.facts.remembered('upkeep'))
  return after === null ? 0 : restUntilDue(after, context.now())
}

/** A patrol did a round: nobody else has to for a while. */
export async function noteRound({ store, now }: Context): Promise<void> {
  const before = await store.facts.remembered('upkeep')
  const known = readTurn(before) ?? newTurn(0)
  const next = { ...known, finished: now(), full: now() }
  await store.facts.swap('upkeep', before, JSON.stringify(next))
}

async function takeTurn(turn: Turn, paceOf: (renew: () => Promise<boolean>) => WatchedPace): Promise<void> {
  const { context, keeper, holder } = turn
  const { facts } = context.store
  const now = () => context.now()
  const before = await facts.remembered('upkeep')
  const known = readTurn(before)
  if (known === null) {
    // The first round is due some minutes after the first command.
    await facts.swap('upkeep', before, JSON.stringify(newTurn(now())))
    return
  }
  if (!isDue(known, keeper, now())) return
  let mine = text({
    ...known,
    holder,
    until: now() + leases[keeper],
    ...(keeper === 'command' && { sliced: now() }),
  })
  if (!(await facts.swap('upkeep', before, mine))) return
  const put = async (next: UpkeepTurn): Promise<boolean> => {
    const written = text(next)
    const kept = await facts.swap('upkeep', mine, written)
    if (kept) mine = written
    return kept
  }
  let renewed = now()
  const held = () => readTurn(mine) ?? known
  const pace = paceOf(async () => {
    if (now() - renewed < renewEvery) return true
    renewed = now()
    return put({ ...held(), until: now() + leases[keeper] })
  })
  const done = await goRound(turn, held(), pace, (next) => put({ ...next, until: now() + leases[keeper] }))
  await put({ ...done, holder: null, until: 0 })
}

function text(turn: UpkeepTurn): string {
  return JSON.stringify(turn)
}

/** Goes on with the round until it ends or the time is over. */
async function goRound(
  turn: Turn,
  begun: UpkeepTurn,
  pace: WatchedPace,
  save: (turn: UpkeepTurn) => Promise<boolean>,
): Promise<UpkeepTurn> {
  const { context, keeper } = turn
  let state = begun.at < roundActs.length ? begun : { ...begun, at: 0, after: null }
  while (state.at < roundActs.length) {
    if (pace.isOver()) return state
    const entry = roundActs[state.at]
    if (entry !== undefined && (await mayDo(turn, entry, state))) {
      pace.begin(state.after)
      const worked = await done(() => entry.act({ context, rehearsal: false, pace }))
      const { cut, after, longest } = pace.end()
      const costs = entry.wide ? { ...state.costs, [entry.name]: Math.ceil(longest) } : state.costs
      if (cut && worked) return { ...state, after, costs }
      state = { ...state, costs }
      // A command that finds the store busy leaves it to the others at once.
      if (!worked && keeper === 'command') return state
      if (keeper === 'runner' && !(await save({ ...state, at: state.at + 1, after: null }))) return state
    }
    state = { ...state, at: state.at + 1, after: null }
  }
  const at = context.now()
  return { ...state, at: 0, after: null, finished: at, full: keeper === 'runner' ? at : state.full }
}

/** One act that fails must not keep the others from being done. */
async function done(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch {
    return false
  }
}

async function mayDo(
  { context, keeper, programs }: Turn,
  entry: RoundAct,
  turn: UpkeepTurn,
): Promise<boolean> {
  if (entry.by === 'programs') return programs
  if (keeper === 'runner') return true
  if (entry.by === 'runners') return false
  if (entry.wide === undefined) return true
  const cost = turn.costs[entry.name]
  if (cost !== undefined) return cost <= longestStep
  const { next } = await context.store.roster.list({}, { limit: fewAgents, after: null })
  return next === null
}

/** Upkeep is not an action of the user: the log and `undo` of the user's process do not contain it. */
function bySystem(context: Context): Context {
  const actor = { ...context.actor, address: 'system', kind: 'system', talksTo: [] } as const
  return asUpkeep({ ...context, actor, principal: null, session: null, command: 'upkeep' })
}

function holderName(): string {
  return `${process.pid}.${Math.random().toString(36).slice(2, 10)}`
}
