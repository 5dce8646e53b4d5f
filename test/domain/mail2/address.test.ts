import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isMailError } from '../../../src/domain/errors.ts'
import { type Here, mailAddressOf, readMailAddress } from '../../../src/domain/mail2/address.ts'
import type { AgentKind } from '../../../src/domain/priority.ts'

const kinds: ReadonlyMap<string, AgentKind> = new Map([
  ['lea', 'user'],
  ['root', 'admin'],
  ['dev/critic', 'agent'],
])
const here: Here = { swarm: 'swarm_a', host: 'mail.example', kindOf: (name) => kinds.get(name) ?? null }
const hosts = ['mail.example', 'localhost']
const own = 'x-swarmz5fza'

test.each([
  ['lea', 'user:lea@mail.example', { address: 'agent:lea', person: 'user' }],
  ['root', 'admin:root@mail.example', { address: 'agent:root', person: 'admin' }],
  ['boss', `boss@${own}@mail.example`, { address: 'agent:boss' }],
  ['agent:boss', `boss@${own}@mail.example`, { address: 'agent:boss' }],
  ['boss@swarm_a', `boss@${own}@mail.example`, { address: 'agent:boss' }],
  ['dev/critic', `x-devz2fzcritic@${own}@mail.example`, { address: 'agent:dev/critic' }],
  ['critic@swarm-b', 'critic@swarm-b@mail.example', { address: 'critic@swarm-b' }],
  ['group:ops', `list:ops@${own}@mail.example`, { address: 'group:ops' }],
  ['group:all', `list:x-groupz3azall@${own}@mail.example`, { address: 'group:all' }],
  ['all', `list:all@${own}@mail.example`, { address: 'all' }],
  ['human', `list:human@${own}@mail.example`, { address: 'human' }],
  ['channel:alerts', `list:x-channelz3azalerts@${own}@mail.example`, { address: 'channel:alerts' }],
  ['role:reviewer', `list:x-rolez3azreviewer@${own}@mail.example`, { address: 'role:reviewer' }],
  ['@crew', `list:x-z40zcrew@${own}@mail.example`, { address: '@crew' }],
  ['*/witness', `list:x-z2azz2fzwitness@${own}@mail.example`, { address: '*/witness' }],
])('%s is %s, there and back', (written, address, meant) => {
  expect(mailAddressOf(written, here)).toBe(address)
  expect(readMailAddress(address, here, hosts)).toEqual(meant)
})

test.each([
  ['', 'usage'],
  ['boss', 'usage'],
  ['boss@mail.example', 'usage'],
  [`boss@${own}@other.example`, 'usage'],
  ['daemon:system@mail.example', 'usage'],
  ['guest:lea@mail.example', 'usage'],
  ['user:Lea@mail.example', 'usage'],
  [`agent:boss@${own}@mail.example`, 'usage'],
  [`x-boss@${own}@mail.example`, 'usage'],
  ['boss@Swarm@mail.example', 'usage'],
  ['list:ops@swarm-b@mail.example', 'not-found'],
  [`list:x-groupz3azops@${own}@mail.example`, 'not-found'],
  [`boss@${own}@mail.example\n`, 'usage'],
  [`x-z0z@${own}@mail.example`, 'usage'],
])('%j is nobody: %s', (text, code) => {
  const read = () => readMailAddress(text, here, hosts)
  expect(read).toThrow()
  try {
    read()
  } catch (error) {
    expect(isMailError(error) && error.code).toBe(code)
  }
})

test('the system is a daemon, which reads no mail', () => {
  expect(mailAddressOf('system', here)).toBe('daemon:system@mail.example')
})

describe('an address', () => {
  const word = fc
    .stringMatching(/^[\p{L}\p{N}_][\p{L}\p{N}._+~#'&=%$!-]{0,20}$/u)
    .map((text) => text.normalize('NFC'))
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
  const prefixed = fc
    .tuple(fc.constantFrom('role', 'session', 'project', 'concern', 'domain'), word)
    .map((parts) => parts.join(':'))
  const place = fc
    .tuple(fc.constantFrom('group', 'queue', 'channel'), fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,20}$/u))
    .map((parts) => parts.join(':'))

  it('of any of our names leads back to it', () => {
    const words = ['all', 'system', 'human', 'user', 'ceo', 'overseer']
    fc.assert(
      fc.property(
        name.filter((text) => !words.includes(text)),
        fc.constantFrom<AgentKind | null>('agent', 'user', 'admin', null),
        (text, kind) => {
          const told = mailAddressOf(text, { ...here, kindOf: () => kind })
          expect(readMailAddress(told, here, hosts).address).toBe(`agent:${text}`)
        },
      ),
    )
  })

  it('of what may reach several leads back to it', () => {
    fc.assert(
      fc.property(fc.oneof(prefixed, place), (text) => {
        expect(readMailAddress(mailAddressOf(text, here), here, hosts)).toEqual({ address: text })
      }),
    )
  })

  it('of any agent elsewhere leads back to it', () => {
    fc.assert(
      fc.property(name, word, (agent, swarm) => {
        fc.pre(swarm !== here.swarm)
        expect(readMailAddress(mailAddressOf(`${agent}@${swarm}`, here), here, hosts)).toEqual({
          address: `${agent}@${swarm}`,
        })
      }),
    )
  })

  it('is read without a fault, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        try {
          readMailAddress(text, here, hosts)
        } catch (error) {
          expect(isMailError(error)).toBe(true)
        }
      }),
    )
  })
})
