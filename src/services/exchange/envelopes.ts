import { isRemote, swarmIn } from '../../domain/addressing/address.ts'
import { isJsonObject } from '../../domain/json.ts'
import { swarmOf } from '../../domain/roster.ts'
import { instanceOf, unnamedSwarm } from '../../domain/task.ts'
import type { Format } from '../../formats/format.ts'
import type { Parcel } from '../../formats/parcel.ts'
import type { Context } from '../context.ts'
import { taskValue } from '../tasks/value.ts'

type Parties = {
  readonly owner: string
  readonly contributors: readonly string[]
  readonly wire: string | null
}

const mostRemembered = 1000

/** Parts a message for several swarms: what stays here as it is, the rest in an envelope for each of the others. */
export function openEnvelopes(
  context: Context,
  format: Format,
): (parcel: Parcel) => Promise<readonly Parcel[]> {
  const own = context.swarm ?? unnamedSwarm
  const tasks = new Map<string, Parties>()

  async function partiesOf({ task, from }: Parcel): Promise<Parties> {
    const known = task === null ? undefined : tasks.get(task)
    if (known !== undefined) return known
    const found = await findParties(context, task, from)
    if (task !== null) tasks.set(task, found)
    const [oldest] = tasks.keys()
    if (tasks.size > mostRemembered && oldest !== undefined) tasks.delete(oldest)
    return found
  }

  async function enclosed(parcel: Parcel, source: string, target: string): Promise<Parcel> {
    const { owner, contributors, wire } = await partiesOf(parcel)
    const interswarm = {
      source_swarm: source,
      target_swarm: target,
      task_owner: owner,
      task_contributors: contributors,
      part: true,
    }
    return { ...parcel, task: wire ?? parcel.task, meta: { ...parcel.meta, interswarm } }
  }

  return async (parcel) => {
    if (format.envelopes !== true || isJsonObject(parcel.meta?.['interswarm'])) return [parcel]
    const abroad = abroadOf(parcel.from, own)
    if (abroad !== null) return [await enclosed(parcel, abroad, own)]
    const recipients = [...parcel.to, ...parcel.cc]
    const swarms = new Set(recipients.flatMap((address) => abroadOf(address, own) ?? []))
    if (swarms.size === 0) return [parcel]
    const here = recipients.filter((address) => abroadOf(address, own) === null)
    const parts: Parcel[] = here.length === 0 ? [] : [{ ...parcel, to: here, cc: [] }]
    for (const swarm of swarms) {
      const to = recipients.filter((address) => abroadOf(address, own) === swarm)
      parts.push(await enclosed({ ...parcel, to, cc: [] }, own, swarm))
    }
    return parts
  }
}

/** The other swarm that an address is of; `null` for ours, and for sets such as `@town`. */
function abroadOf(address: string, own: string): string | null {
  if (address.startsWith('@') || !isRemote(address)) return null
  const swarm = swarmIn(address)
  return swarm === own || swarm === '' ? null : swarm
}

/** The owner of the task, in the form that servers use. */
async function findParties(context: Context, task: string | null, from: string): Promise<Parties> {
  const { store, swarm } = context
  const commission = task === null ? null : await store.commissions.find(task)
  if (commission !== null) return commission
  const row = task === null ? null : await store.tasks.find(task)
  if (row !== null) {
    const { owner, contributors } = await taskValue(context, row)
    return { owner, contributors, wire: null }
  }
  const agent = await store.roster.find(from)
  const speaker = {
    address: from,
    kind: agent?.kind ?? 'agent',
    swarm: agent === null ? null : swarmOf(agent),
  }
  const owner = instanceOf(speaker, swarm)
  return { owner, contributors: [owner], wire: null }
}
