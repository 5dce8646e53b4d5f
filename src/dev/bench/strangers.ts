import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { Programs } from './commands.ts'
import { type Figure, quantile } from './measure.ts'
import { startServer } from './servers.ts'
import { makeSwarm, residentMemory, sleeper } from './serving.ts'

const [strangers, bytes] = [60, 4 * 2 ** 20]
const [longest, mostMemory] = [200, 200]
const body = Buffer.alloc(bytes, JSON.stringify({ body: 'x'.repeat(1_000) }))

/** What people without a token cost those who have one: large bodies, all at once, again and again while one with a token asks. */
export async function benchStrangers(folder: string, { program }: Programs): Promise<readonly Figure[]> {
  const location = join(folder, 'strangers')
  const token = await makeSwarm(location)
  const args = ['serve', '--store', location, '--port', '0', '--entrypoint', sleeper]
  const server = await startServer([program, ...args])
  const agent = new Agent({ keepAlive: true })
  try {
    const ask = () => timed(server.url, agent, token)
    for (let warm = 0; warm < 50; warm += 1) await ask()
    const posts = Array.from({ length: strangers }, () => refused(server.url))
    let over = false
    const all = Promise.all(posts).finally(() => {
      over = true
    })
    const times: number[] = []
    let memory = 0
    while (!over || times.length < 200) {
      times.push(await ask())
      if (times.length % 20 === 0) memory = Math.max(memory, await residentMemory(server.url))
    }
    await all
    const [p99, most] = [quantile(times, 0.99), memory / 2 ** 20]
    return [
      {
        what: `MAIL server while ${strangers} strangers without a token send 4 MB each: an answer to another caller, p99; resident memory at most`,
        figure: `${p99.toFixed(0)} ms, ${most.toFixed(0)} MB`,
        aim: `< ${longest} ms, < ${mostMemory} MB`,
        met: p99 < longest && most < mostMemory,
      },
    ]
  } finally {
    agent.destroy()
    server.child.kill('SIGKILL')
  }
}

function timed(url: string, agent: Agent, token: string): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    request(`${url}/whoami`, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`It was answered ${response.statusCode}.`))
      response.resume().on('end', () => resolve(performance.now() - begun))
    })
      .on('error', reject)
      .end()
  })
}

/** @throws Error it was let in */
function refused(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes) }
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/message`, { method: 'POST', agent: false, headers }, ({ statusCode }) => {
      if (statusCode === 401 || statusCode === 429) resolve()
      else reject(new Error(`A stranger was answered ${statusCode}.`))
      asking.destroy()
    })
    // A server may hang up before it has read everything.
    asking.on('error', () => resolve())
    asking.end(body)
  })
}
