import { afterAll, expect, it } from 'vitest'
import { openWalk } from '../support/walk.ts'

const walk = openWalk('mail-server.md')
afterAll(() => walk.close())

it('the walk through docs/mail-server.md, and its request for a mailbox’s events, work as they are written', async () => {
  const [make = '', createToken = '', serve = '', program = '', ask = ''] = walk.blocks
  const follow = walk.blocks.find((block) => block.startsWith('curl ')) ?? ''
  expect(walk.blocks.filter((block) => block.includes('curl '))).toEqual([follow])
  expect(serve.trim()).toBe('watchpost serve')
  // Here nobody sits at a terminal.
  await walk.run(make.replace('watchpost init', 'watchpost init --test'))
  const token = /wp_[\w-]+/u.exec(await walk.run(createToken))?.[0] ?? ''
  const port = await walk.serve('a')
  const here = (text: string) => text.replace('localhost:8000', `localhost:${port}`).replace('wp_…', token)
  walk.start(program, 'a', {})
  expect(await walk.run(here(ask))).toContain('None is red.')
  const followed = walk.start(here(follow), 'a', { WATCHPOST_TOKEN: token })
  // What comes before it is connected is no news.
  for (let sent = 1; !followed().includes('event: mail'); sent += 1)
    await walk.run(`watchpost send lea -s "News ${sent}" -b "Text" --as architect`)
  expect(followed()).toMatch(
    /^event: mail\nid: (\w+)\ndata: \{"id":"\1","at":"[^"]+","priority":"normal"\}$/mu,
  )
})
