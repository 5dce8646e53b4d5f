import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** So long an answer takes on its way back, ms: what is sent meanwhile belongs to the same way. */
const distance = 40

export type Ways = {
  /** What a program opens to go through here. */
  readonly address: string
  /** Ways there and back, and connections, since they were asked for last. */
  taken(): { readonly ways: number; readonly connections: number }
  close(): void
}

/** The end of a look, which has changed nothing: nobody waits for its answer. */
const ended = Buffer.from('Q\0\0\0\x0bCOMMIT\0')

/** The way to a server, whose ways there and back are counted: something that is sent after something was heard, and waited for. */
export async function countWays(server: {
  readonly folder: string
  readonly address: string
}): Promise<Ways> {
  let [ways, connections] = [0, 0]
  const proxy = createServer((near) => {
    connections += 1
    let hasHeard = true
    const far = connect(join(server.folder, '.s.PGSQL.5432'))
    near.on('data', (sent) => {
      if (!sent.equals(ended)) {
        ways += Number(hasHeard)
        hasHeard = false
      }
      far.write(sent)
    })
    far.on('data', (heard) => {
      setTimeout(() => {
        hasHeard = true
        if (near.writable) near.write(heard)
      }, distance)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise<void>((listens) => proxy.listen(0, '127.0.0.1', listens))
  const place = proxy.address()
  if (place === null || typeof place === 'string') throw new Error('The proxy listens nowhere')
  return {
    address: `postgres://watchpost@127.0.0.1:${place.port}/postgres`,
    taken() {
      const taken = { ways, connections }
      ways = connections = 0
      return taken
    },
    close: () => proxy.close(),
  }
}
