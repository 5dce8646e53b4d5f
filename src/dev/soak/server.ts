import { randomUUID } from 'node:crypto'
import { openBatch } from '../../../test/support/batch.ts'
import { follow } from '../../../test/support/mail-stream.ts'
import type { Stage } from './stage.ts'

export const boss = 'boss'
const bosses = 2

/** The MAIL server, who answers its tasks, and who asks. Each is started again wherever it was killed. */
export function openServing(stage: Stage, token: string): void {
  let port = 0
  const pen = stage.ledger.pen('serve')
  stage.drive('serve', pen, async () => {
    while (!stage.isOver) {
      const since = Date.now()
      const args = ['serve', '--port', String(port), '--entrypoint', boss]
      const child = stage.start(args, { role: 'serve', name: 'serve' })
      let said = ''
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-2_000)
        port = Number(/"url":"[^"]+:(\d+)"/u.exec(said)?.[1] ?? port)
      })
      child.stdout?.resume()
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
      if (code !== null && stage.hadRoom(since))
        pen({ what: 'failed', name: 'serve', said: `${code}: ${said.slice(-400)}`, at: Date.now() })
      await stage.later(300)
    }
  })
  for (let at = 0; at < bosses; at += 1) stage.drive(`boss-${at}`, pen, () => actAsBoss(stage))
  for (let at = 0; at < stage.options.callers; at += 1)
    stage.drive(`caller-${at}`, pen, () => ask(stage, `caller-${at}`, token, () => port))
}

type Task = {
  readonly id: string
  readonly task: string | null
  readonly body?: string
  readonly preview?: string
}
type Listed = Task & { readonly status: string; readonly lease: { readonly until: string } | null }
type Line = { readonly message?: Task; readonly messages?: readonly Listed[] }
type Asked = {
  readonly command: string
  readonly input: object
  /** The question that it answers. */
  readonly question?: string
}

/** The completion of a task with the answer that its question asks for. */
function endOf({ id, task, body, preview }: Task): readonly Asked[] {
  const number = /\d+/u.exec(body ?? preview ?? '')?.[0]
  if (task === null || number === undefined) return []
  return [{ command: 'task complete', input: { task, body: `answer ${number}` }, question: id }]
}

/**
 * Completes each task by the lines of one program. What a dead boss took stays with the name while another boss is heard
 * of, so each looks, at its start and whenever there is nothing new, for work whose lease is over.
 */
async function actAsBoss(stage: Stage): Promise<void> {
  const next = { command: 'wait', input: { take: true, lease: '30s', timeout: '10s' } }
  const look = { command: 'inbox', input: { limit: 200 } }
  while (!stage.isOver) {
    const shift = Number.parseInt(stage.clock, 10) * 3_600_000
    const isLeft = ({ status, lease }: Listed) =>
      status === 'processing' && Date.parse(lease?.until ?? '') <= Date.now() + shift
    const asked: Asked[] = []
    const feed = (lines: readonly Asked[]) => {
      asked.push(...lines)
      batch.feed(lines.map(({ command, input }) => ({ command, input })))
    }
    const batch = openBatch(
      [],
      ({ ok, value, error }) => {
        const { message, messages } = (value ?? {}) as Line
        const { command, question } = asked.shift() ?? {}
        if (command === 'inbox') feed((messages ?? []).filter(isLeft).flatMap(endOf))
        // What could not be ended, as on a full disk, is left to the end of its lease; the other boss may have ended it.
        if (question !== undefined && (ok || error?.code === 'conflict'))
          feed([{ command: 'complete', input: { messages: [question] } }])
        if (command !== 'wait') return
        if (message === undefined) setTimeout(() => feed([look, next]), 300)
        else feed([...endOf(message), next])
      },
      { program: stage.program, env: stage.environment(boss) },
    )
    const { child } = batch
    const kill = () => void child.kill('SIGKILL')
    const gone = stage.expose({ role: 'batch', name: boss, pid: child.pid, kill })
    feed([look, next])
    await batch.closed
    gone()
    await stage.later(300)
  }
}

/** Gives one task after another, and follows each to its end, over any number of servers and broken streams. */
async function ask(stage: Stage, name: string, token: string, port: () => number): Promise<void> {
  const pen = stage.ledger.pen(name)
  await stage.later(stage.about(stage.options.pause))
  while (!stage.isEnding) {
    const [task, number] = [randomUUID(), Math.floor(stage.random() * 1e9)]
    pen({ what: 'asked', task, at: Date.now() })
    const answers = await answersTo(stage, { name, token, task, question: `question ${number}` }, port)
    pen({ what: 'told', task, answers, awaited: `answer ${number}`, at: Date.now() })
    await stage.later(stage.about(stage.options.pause))
  }
}

type Question = {
  readonly name: string
  readonly token: string
  readonly task: string
  readonly question: string
}

async function answersTo(stage: Stage, { name, token, task, question }: Question, port: () => number) {
  const answers: string[] = []
  let [isGiven, last] = [false, '0-0']
  while (answers.length === 0 && !stage.isOver) {
    const stream = new AbortController()
    const gone = stage.expose({ role: 'caller', name, kill: () => stream.abort() })
    const swarm = { url: `http://127.0.0.1:${port()}` }
    const body = isGiven ? { task_id: task } : { task_id: task, body: question }
    const headers = isGiven ? { 'last-event-id': last } : {}
    try {
      for await (const { event, id, data } of follow(swarm, token, body, headers, stream.signal)) {
        last = id ?? last
        if (event === 'task_complete' || event === 'task_error') answers.push(data.response)
      }
      isGiven = true
    } catch (error) {
      // Whether it was taken is what the next attempt asks.
      isGiven = !String(error).includes('needs the task_id of its stream')
      await stage.later(300)
    } finally {
      gone()
    }
  }
  return answers
}
