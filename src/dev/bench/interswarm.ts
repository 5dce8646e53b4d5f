import { join } from 'node:path'
import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import { openBatch } from '../../../test/support/batch.ts'
import { person } from '../../../test/support/identities.ts'
import { unlisted } from '../../domain/roster.ts'
import { network } from '../../drivers/network.ts'
import { contextOf } from '../../entry/demo/mailbox-context.ts'
import { openMailbox } from '../../mailbox.ts'
import type { Programs } from './commands.ts'
import { type Figure, median, quantile } from './measure.ts'
import { startServer } from './servers.ts'

const [warmUp, asks, limit, most] = [20, 100, 40, 1.5]
const worker = 'worker'

/**
 * Two servers: a person asks an agent of the other swarm, which answers at once, one request after another, and between these an agent of
 * the own swarm by the same route.
 */
export async function benchInterswarm(folder: string, { program }: Programs): Promise<readonly Figure[]> {
  const [one, other] = await Promise.all([
    makeSwarm(folder, 'one', 'other'),
    makeSwarm(folder, 'other', 'one'),
  ])
  const opened = await Promise.all([
    serve(program, one.location, { SWARM_AUTH_TOKEN_OTHER: other.forPeer }),
    serve(program, other.location, { SWARM_AUTH_TOKEN_ONE: one.forPeer }),
  ])
  const [{ url }, { url: otherUrl }] = opened
  await introduce(one.location, 'other', otherUrl)
  await introduce(other.location, 'one', url)
  const agents = [answering(one.location), answering(other.location)]
  try {
    const times: number[] = []
    const local: number[] = []
    for (let at = -warmUp; at < asks; at += 1)
      for (const [target, own] of [
        [`${worker}@other`, times],
        [worker, local],
      ] as const) {
        const begun = performance.now()
        await askWorker(url, one.forPerson, target)
        if (at >= 0) own.push(performance.now() - begun)
      }
    const ratio = median(times) / median(local)
    return [
      {
        what: 'MAIL server: a request to an agent of another swarm until its answer is here, over two servers, p50 / p99',
        figure: `${median(times).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)} ms`,
        aim: `p50 ≤ ${limit} ms`,
        met: median(times) <= limit,
      },
      {
        what: 'the same, of one to an agent of the own swarm in between (p50)',
        figure: `${ratio.toFixed(2)}× (${median(local).toFixed(0)} ms)`,
        aim: `≤ ${most.toFixed(1)}×`,
        met: ratio <= most,
      },
    ]
  } finally {
    for (const agent of agents) agent.kill('SIGKILL')
    for (const { child } of opened) child.kill('SIGKILL')
  }
}

async function makeSwarm(folder: string, swarm: string, peer: string) {
  const location = join(folder, `swarm-${swarm}`)
  const store = await openSqliteStore(location, { create: true, durability: 'normal', swarm })
  const doer = { actor: 'system', principal: null, session: null, command: null }
  await store.roster.register({ address: worker, longForm: null, canComplete: true }, doer, Date.now())
  // A token for a person is a person's to give.
  const mailbox = openMailbox(
    contextOf(store, unlisted('lea', null, 'user', Date.now()), { identity: person }),
  )
  const { token: forPerson } = await mailbox.createToken({ role: 'user', id: 'lea' })
  const { token: forPeer } = await mailbox.createToken({ role: 'agent', id: peer })
  await store.close()
  return { location, forPerson, forPeer }
}

function serve(program: string, location: string, tokens: Readonly<Record<string, string>>) {
  return startServer([program, 'serve', '--store', location, '--port', '0'], tokens)
}

/** What only a person may do, without a terminal. */
async function introduce(location: string, name: string, url: string): Promise<void> {
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const lea = unlisted('lea', null, 'user', Date.now())
  const context = { ...contextOf(store, lea, { identity: person }), network }
  await openMailbox(context).registerSwarm({ name, url })
  await store.close()
}

function answering(location: string) {
  const next = { command: 'wait', input: { take: true } }
  const batch = openBatch(['--store', location, '--as', worker], ({ value }) => {
    const { message } = value as { readonly message?: { readonly id: string } }
    if (message !== undefined)
      batch.feed([{ command: 'reply', input: { message: message.id, body: 'None' } }, next])
  })
  batch.feed([next])
  return batch.child
}

async function askWorker(url: string, token: string, target: string): Promise<void> {
  const response = await fetch(`${url}/interswarm/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user_token: token, body: 'What is red?', targets: [target] }),
  })
  const text = await response.text()
  if (response.status !== 200 || !text.includes('None'))
    throw new Error(`${response.status} ${text.slice(0, 300)}`)
}
