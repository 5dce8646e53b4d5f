import { isMailError } from '../../../domain/errors.ts'
import { shortId } from '../../../domain/id.ts'
import type { FullLetter } from '../../../domain/message.ts'
import { parseQuery } from '../../../domain/query/query.ts'
import { beadOfSubject } from '../../../domain/redispatch.ts'
import { type Agent, isLiving } from '../../../domain/roster.ts'
import type { ActValue } from '../../../values/upkeep-schema.ts'
import type { Context } from '../../context.ts'
import { readAnyway } from '../../mail/read-anyway.ts'
import { type Act, patrolDoer, type Round } from '../act.ts'
import { findGiving, outcomesOf, takeOutcomes } from '../bead-outcomes.ts'
import { decisionOf, giveOut } from '../giving-out.ts'
import { requireRig } from '../polecats.ts'

/** The recipients of reports of lost work (Gas Town "RECOVERED_BEAD": the deacon). */
const told = ['deacon/', 'mayor/']
const mostReports = 100

type Report = { readonly owner: Agent; readonly bead: string; readonly letter: FullLetter }

/** Reassigns work that a RECOVERED_BEAD reports as lost, and records the outcome of earlier work. */
export const redispatchReported: Act = async (round) => {
  const { context, rehearsal } = round
  const outcomes = rehearsal ? await outcomesOf(context) : await takeOutcomes(context)
  const acts: ActValue[] = outcomes.map(({ bead: { bead, agent }, message, ended }) => ({
    act: 'redispatch',
    what: `${rehearsal ? 'would note' : 'noted'} that ${bead} ${ended === 'done' ? 'is done' : 'failed'}`,
    why: `${agent} reported it.`,
    messages: [shortId(message)],
  }))
  for (const report of await openReports(context)) {
    const act = await leaveToOwner(() => deal(round, report))
    if (act !== null) acts.push(act)
  }
  return acts
}

/** Oldest first, so that the first report of a bead is handled before the next. */
async function openReports(context: Context): Promise<readonly Report[]> {
  const { store, now } = context
  const reports: Report[] = []
  for (const address of told) {
    const owner = await store.roster.find(address)
    if (owner === null || !isLiving(owner)) continue
    for (const state of ['unread', 'read']) {
      const query = parseQuery(`RECOVERED_BEAD is:${state}`, now())
      const page = { limit: mostReports, after: null, best: false }
      for (const { message } of (await store.messages.search(query, address, now(), page)).rows) {
        const letter = await readAnyway(store, message.id, address)
        const bead = beadOfSubject(message.subject)
        if (letter?.problem === null && letter.delivery?.owner === address && bead !== '')
          reports.push({ owner, bead, letter })
      }
    }
  }
  return reports.sort((one, other) => one.letter.message.id - other.letter.message.id)
}

/** Undecidable reports (an unknown rig, for example) wait for their recipient. */
async function leaveToOwner(deed: () => Promise<ActValue | null>): Promise<ActValue | null> {
  try {
    return await deed()
  } catch (error) {
    if (isMailError(error) && error.code !== 'busy' && error.code !== 'damaged') return null
    throw error
  }
}

async function deal(round: Round, { owner, bead, letter }: Report): Promise<ActValue | null> {
  const { context, rehearsal } = round
  const id = letter.message.id
  const asOwner = { ...context, actor: owner, principal: context.actor }
  if (await isDealtWith(context, bead, letter)) {
    if (!rehearsal && !(await close(round, owner, id))) return null
    const what = `${rehearsal ? 'would close' : 'closed'} ${shortId(id)}`
    return { act: 'redispatch', what, why: `${bead} has been assigned since.`, messages: [shortId(id)] }
  }
  if (rehearsal) return foretold(asOwner, bead, id)
  const { decision, to, why, message } = await giveOut(asOwner, bead, false)
  if (decision === 'cooldown' || decision === 'waiting' || !(await close(round, owner, id))) return null
  const sent = message === null ? [] : [message]
  return { act: 'redispatch', what: phraseOf(decision, bead, to), why, messages: [shortId(id), ...sent] }
}

/** Whether work was assigned after the report, and the mail for that exists: a process may have died between the two. */
async function isDealtWith(context: Context, bead: string, { message }: FullLetter): Promise<boolean> {
  const known = await context.store.upkeep.findRedispatch(bead)
  if (known?.attemptedAt == null || known.attemptedAt < message.sentAt) return false
  return (await findGiving(context, known)) !== null
}

async function foretold(context: Context, bead: string, id: number): Promise<ActValue | null> {
  const rig = await requireRig(context, bead)
  const known = await context.store.upkeep.findRedispatch(bead)
  const { decision, to, why } = await decisionOf(context, bead, rig, known, false)
  if (decision === 'cooldown' || decision === 'waiting') return null
  return {
    act: 'redispatch',
    what: phraseOf(decision, bead, to, true),
    why,
    messages: [shortId(id)],
  }
}

function phraseOf(decision: string, bead: string, to: string | null, would = false): string {
  const tense = would ? 0 : 1
  if (decision === 'sent') return `${['would assign', 'assigned'][tense]} ${bead} to ${to}`
  if (decision === 'escalated') return `${['would escalate', 'escalated'][tense]} ${bead} to ${to}`
  return `${['would leave', 'left'][tense]} ${bead} where it was escalated`
}

/** False if another process was first. */
async function close(round: Round, owner: Agent, message: number): Promise<boolean> {
  const { deliveries } = round.context.store
  const complete = { verb: 'complete', at: round.context.now() } as const
  const [moved] = await deliveries.move(patrolDoer(round), owner.address, [{ message }], complete)
  return moved?.changed ?? false
}
