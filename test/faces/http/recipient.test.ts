import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMailbox } from '../../../src/mailbox.ts'
import { rpc } from '../../support/a2a.ts'
import { newTask, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'

let swarm: Swarm
let lea: string
let askers = 0
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  await swarm.join('clerk')
  lea = await swarm.token('user', 'lea')
})
afterAll(() => swarm.close())

type Face = {
  readonly begin: (task: string) => Promise<string>
  readonly goOn: (task: string) => Promise<unknown>
}

const sendByA2a = async (more: object) =>
  (
    await rpc(swarm, lea, 'SendMessage', {
      message: { messageId: newTask(), role: 'ROLE_USER', parts: [{ text: 'Word' }], ...more },
      configuration: { returnImmediately: true },
    })
  ).body.result.task.id
/** The answer comes once the task ends, which it does when the swarm is closed at the latest. */
const sendByMail = async (body: object) => void swarm.call('POST', '/message', lea, { body: 'Word', ...body })
const byMail = (goOn: object): Face => ({
  async begin(task) {
    await sendByMail({ task_id: task })
    await until(async () => (await swarm.context.store.tasks.find(task)) !== null, task)
    return task
  },
  goOn: (task) => sendByMail({ task_id: task, ...goOn }),
})
const a2a: Face = { begin: () => sendByA2a({}), goOn: (taskId) => sendByA2a({ taskId }) }
const faces = {
  'by A2A': a2a,
  'by MAIL 1.3': byMail({}),
  'by MAIL 1.3, to an agent that it names': byMail({ entrypoint: 'clerk' }),
}
const results = byMail({
  resume_from: 'breakpoint_tool_call',
  kwargs: { breakpoint_tool_call_result: { content: 'yes' } },
})
const resultsForClerk = byMail({
  resume_from: 'breakpoint_tool_call',
  kwargs: { breakpoint_tool_call_result: { content: 'yes' }, breakpoint_tool_caller: 'clerk' },
})

const asks = {
  async question(task: string, asker: string) {
    await (await swarm.as(asker)).send({ to: ['lea'], kind: 'query', body: 'Which?', task })
  },
  async calls(task: string, asker: string) {
    await (await swarm.as(asker)).breakTask({ task, calls: [{ name: 'deploy', call_id: 'c1' }] })
  },
}

type Case = readonly [string, keyof typeof asks, 'stays' | 'retires', 'asker' | 'boss' | 'clerk', Face]
const cases: readonly Case[] = [
  ...Object.entries(faces).flatMap(([name, face]) =>
    (['question', 'calls'] as const).flatMap((what): readonly Case[] => {
      const isNamed = name.includes('names')
      return [
        [name, what, 'stays', isNamed ? 'clerk' : 'asker', face],
        [name, what, 'retires', isNamed ? 'clerk' : 'boss', face],
      ]
    }),
  ),
  ['as results by MAIL 1.3', 'calls', 'stays', 'asker', results],
  ['as results by MAIL 1.3', 'calls', 'retires', 'boss', results],
  ['as results by MAIL 1.3 for a caller that it names', 'calls', 'stays', 'clerk', resultsForClerk],
]

it.each(cases)(
  'an answer %s, after a %s, where who asked %s, goes to %s',
  async (_, what, then, to, face) => {
    const asker = `pilot-${++askers}`
    await swarm.join(asker)
    const task = await face.begin(newTask())
    await asks[what](task, asker)
    const { store } = swarm.context
    const waits = async () => (await store.tasks.find(task))?.status === 'breakpoint'
    await until(waits, 'the question')
    if (then === 'retires') await openMailbox(swarm.context).retireAgent({ agent: asker })
    expect(await waits()).toBe(true)
    await face.goOn(task)
    const written = async () =>
      (await store.tasks.messages(task, { limit: 99, after: null })).rows
        .map(({ message }) => message)
        .filter(({ from }) => from === 'lea')
    await until(async () => (await written()).length === 2, 'the answer')
    expect((await written())[1]?.to).toEqual([`agent:${to === 'asker' ? asker : to}`])
  },
)
