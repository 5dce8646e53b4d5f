import { afterAll, describe, expect, it } from 'vitest'
import { leaveAll, type Seat, sitDown } from '../support/terminal-world.ts'

afterAll(leaveAll)

/** Two hundred letters, each four of which say where they stand, so that a lost one is seen. */
const groups = Array.from({ length: 40 }, (_, at) => `${String(at).padStart(3, '0')}.`)
const text = groups.map((group) => `${group} `).join('')

/** What a line shows from its start to its end: it is longer than its place. */
async function windows(seat: Seat, line: RegExp): Promise<readonly string[]> {
  const shown = async () => {
    await seat.quiet()
    return seat.screen().find((row) => line.test(row)) ?? ''
  }
  const seen = [await shown()]
  await seat.press('Home')
  for (let at = 0; at < text.length; at += 20) {
    seen.push(await shown())
    await seat.press(...Array.from({ length: 20 }, () => 'Right'))
  }
  return [...seen, await shown()]
}

describe.concurrent('two hundred keys of one write', () => {
  it.each([
    { name: 'the search', keys: ['/'], line: /│ \// },
    { name: 'the filter', keys: ['f'], line: /│ filter / },
    { name: 'the palette', keys: [':'], line: /│ {2}:/ },
    { name: 'the quick reply', keys: ['j', 'r'], line: /Reply to/ },
    { name: 'a prompt', keys: ['j', 'x'], line: /^ What went wrong/ },
  ])('are all in $name', async ({ keys, line }) => {
    const seat = await sitDown({ columns: 90, rows: 24 })
    await seat.press(...keys)
    await seat.until('the line', (rows) => rows.some((row) => line.test(row)))
    await seat.send(text)
    const seen = await windows(seat, line)
    expect(seen[0]).toContain(text.slice(-16).trimEnd())
    expect(groups.filter((group) => !seen.some((row) => row.includes(group)))).toEqual([])
    await seat.send('\x15abc')
    await seat.until('the line that was erased', (rows) =>
      rows.some((row) => line.test(row) && /abc/.test(row)),
    )
  })

  it('are all in what is sent, with the keys around them in their order', async () => {
    const seat = await sitDown()
    await seat.send(`jr${text}?\x7f!\x1b[D\x7fx\r`)
    await seat.sees(/sending in \d s/u)
    await seat.press('q', 'q')
    await seat.exited()
    const lea = await (await seat.outside()).as('lea')
    const { messages } = await lea.inbox({ sent: true, limit: 1 })
    const [sent] = (await lea.read({ messages: messages.map(({ id }) => id), peek: true })).value.messages
    expect(sent?.body).toBe(`${text.trimEnd()}x!`)
  })
})
