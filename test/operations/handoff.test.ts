import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asHandoff } from '../../src/domain/handoff.ts'
import { readHandoffTemplates } from '../../src/domain/handoff-templates.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { parseYaml } from '../../src/domain/settings/yaml.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let critic: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea')
  critic = await room.join('critic')
})
afterEach(() => room.close())

const handOff = async (
  box: Mailbox,
  template: string | undefined,
  field: readonly string[],
  more: object = {},
) => {
  const { id } = await box.handoff({
    to: 'critic',
    done: 'Half of it',
    ...(template === undefined ? {} : { template }),
    field: [...field],
    ...more,
  })
  return (await critic.read({ messages: [id] })).value.messages[0]
}

describe('a handoff by a template', () => {
  test.each([
    ['feature', ['goal=Search', 'branch=search', 'acceptance=It finds'], 'normal', '**Goal:** Search'],
    ['bug', ['symptom=Empty', 'reproduce=Open twice'], 'normal', '**Cause:** unknown'],
    ['review', ['branch=search', 'focus=SQL'], 'normal', '**Base:** main'],
    ['incident', ['severity=1', 'impact=All', 'started=09:00'], 'urgent', '**Mitigation:** none yet'],
  ])('%s has its fields, its defaults and its next steps', async (name, field, priority, line) => {
    const message = await handOff(lea, name, field)
    expect(message).toMatchObject({ kind: 'handoff', priority, payload: { handoff: { template: name } } })
    expect(message?.body).toContain(`**Current State:** by the form ${name}:\n\n**`)
    expect(message?.body).not.toContain('**Notes:**')
    expect(asHandoff(message?.context ?? null)?.current_state).toContain(line)
    expect(message?.body).toContain(line)
    expect(message?.body).toContain('**Next Steps:**\n- ')
    expect(message?.body).not.toContain('{')
    await expect(handOff(lea, name, field.slice(1))).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`lacks ${field[0]?.split('=')[0]}`),
    })
  })

  test('what is given goes before what is usual', async () => {
    const field = ['symptom=Empty', 'Reproduce=Open twice', 'cause=A race']
    const message = await handOff(lea, 'bug', field, { next: ['Sleep'], priority: 'low', body: 'Good luck' })
    expect(message).toMatchObject({
      priority: 'low',
      context: { next_steps: ['Sleep'] },
      payload: { handoff: { fields: { reproduce: 'Open twice', cause: 'A race' } } },
    })
    expect(message?.body).toMatch(
      /\*\*Cause:\*\* A race\n\n\*\*Next Steps:\*\*\n- Sleep\n\n\*\*Notes:\*\*\nGood luck$/u,
    )
    expect(message?.body).not.toContain('Branch')
  })

  test('a payload of its own stays, beside the fields where it has room', async () => {
    const field = ['symptom=x', 'reproduce=y']
    expect(await handOff(lea, 'bug', field, { payload: { mine: 1 } })).toMatchObject({
      payload: { mine: 1, handoff: { template: 'bug' } },
    })
    expect((await handOff(lea, 'bug', field, { payload: [1] }))?.payload).toEqual([1])
  })

  test.each([
    ['an unknown template', 'bugg', [], 'not-found', 'Did you mean bug?'],
    ['a misspelt field', 'bug', ['symptm=x'], 'usage', 'Did you mean symptom?'],
    ['no field of it', 'bug', ['zzzzzzzz=x'], 'usage', 'Its fields are symptom'],
    ['no pair', 'bug', ['symptom'], 'usage', 'Example'],
    ['fields alone', undefined, ['symptom=x'], 'usage', 'Add --template NAME.'],
  ])('%s is refused, and nothing is sent', async (_, name, field, code, hint) => {
    await expect(handOff(lea, name, field)).rejects.toMatchObject({
      code,
      hint: expect.stringContaining(hint),
    })
    expect((await critic.inbox({})).messages).toEqual([])
  })
})

describe('templates of the settings', () => {
  const read = (text: string) => {
    const [block] = parseYaml(text, 'x')
    const entries = block?.value.type === 'map' ? block.value.entries : []
    return Object.values(
      readHandoffTemplates(entries, ({ line }, what, hint) => {
        throw new Error(`${line}: ${what} ${hint}`)
      }),
    )
  }
  const release = `handoffs:
  release:
    fields: [version*, changelog, risk=low]
    body: ["**Version:** {version} (risk {risk})", "**Changes:** {changelog}"]
    next: [Announce it]
    priority: high
  bug:
    fields: [why*]`

  test('are used like shipped ones, and go before them', async () => {
    const box = await room.as('lea', { settings: { ...defaultSettings, handoffs: read(release) } })
    const message = await handOff(box, 'release', ['version=2'])
    expect(message).toMatchObject({ priority: 'high', context: { next_steps: ['Announce it'] } })
    expect(message?.body).toContain('**Version:** 2 (risk low)')
    expect(message?.body).not.toContain('Changes')
    expect((await handOff(box, 'bug', ['why=so']))?.body).toContain('**Why:** so')
  })

  test.each([
    ['handoffs:\n  Release:\n    fields: [a]', '2: handoffs.Release: invalid name'],
    ['handoffs:\n  a:\n    feilds: [a]', '3: unknown setting handoffs.a.feilds'],
    ['handoffs:\n  a:\n    fields: ["*"]', '3: handoffs.a.fields: invalid field'],
    ['handoffs:\n  a:\n    fields: [x]\n    body: "{y}"', '4: handoffs.a.body names no field: {y}'],
    ['handoffs:\n  a:\n    priority: soon', '3: unknown priority soon'],
  ])('%j is refused with its line', (text, message) => expect(() => read(text)).toThrow(message))
})
