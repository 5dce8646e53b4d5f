import { afterAll, expect, it } from 'vitest'
import { openWalk } from '../support/walk.ts'

const walk = openWalk('mailbox-over-http.md')
afterAll(() => walk.close())

it('the walk through docs/mailbox-over-http.md works as it is written', async () => {
  const answers: string[] = []
  let port = ''
  let token = ''
  for (const block of walk.blocks)
    if (block.trim() === 'watchpost serve') port = await walk.serve()
    else {
      const text = block
        .replace('localhost:8000', `localhost:${port}`)
        .replace('wp_…', token)
        // Here nobody sits at a terminal.
        .replace('watchpost init', 'watchpost init --test')
      answers.push(await walk.run(text))
      token = /wp_[\w-]+/u.exec(answers.at(-1) ?? '')?.[0] ?? token
    }
  const expected = [
    'team',
    '"ua_type":"user","user_id":"lea","host":"localhost"',
    '"recipients":["architect@team@localhost"]',
    '',
    '"body":"None is red.\\n"',
    '"priority":"low"',
    '"received_at"',
    '"token_type":"bearer"',
  ]
  expect(
    answers.map((answer, at) => [at, answer.includes(expected[at] ?? '?') ? expected[at] : answer]),
  ).toEqual(expected.map((text, at) => [at, text]))
  for (const answer of answers) expect(answer).not.toContain('"detail"')
})
