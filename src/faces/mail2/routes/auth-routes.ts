import type { JsonObject } from '../../../domain/json.ts'
import { mailAddressOf, readMailAddress } from '../../../domain/mail2/address.ts'
import { holderOf } from '../../http/auth.ts'
import { readBody } from '../../http/fields.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Call, Route } from '../../http/route.ts'
import { accessTime, type Grant } from '../../http/sessions.ts'
import { body, text } from '../../http/shapes.ts'
import type { Client, World } from '../../http/world.ts'
import { grant, success, userAgent } from '../schemas.ts'
import { invalid } from '../statuses.ts'
import { hereFor, hostsOf, personal } from '../visit.ts'
import { ownKey } from '../wire/metadata.ts'

const refreshBody = body({ refresh_token: text }, [])

export const authRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/auth/token',
    summary: 'Exchange a token, as the password of the person that it was made for, for an access token',
    roles: 'public',
    isForm: true,
    takes: body({ username: text, password: text, grant_type: text }, ['username', 'password']),
    gives: grant,
    async run(world, call) {
      const fields = readBody(call.body, invalid)
      const [username, password] = [fields.requiredText('username'), fields.requiredText('password')]
      const type = fields.text('grant_type') ?? 'password'
      if (type !== 'password') throw invalid('grant_type must be password', ['body', 'grant_type'])
      // A session is begun with a token that was created, never with what that was exchanged for.
      const client = await world.mailbox.tokenHolder({ secret: password })
      if (client === null || !isNamed(world, call, client, username))
        throw new Refusal(401, 'the address or the password is wrong')
      requirePerson(client)
      return granted(world.sessions.begin(password))
    },
  },
  {
    method: 'POST',
    path: '/auth/refresh',
    summary: 'Exchange a refresh token for a new access token and the next refresh token',
    roles: 'public',
    takes: refreshBody,
    gives: grant,
    async run(world, { body: given }) {
      const refresh = refreshIn(given)
      if (refresh === undefined) throw invalid('refresh_token is missing', ['body', 'refresh_token'])
      const found = world.sessions.renew(refresh)
      if (found === null || (await holderOf(world, found.access)) === null)
        throw new Refusal(401, 'the refresh token counts no more')
      return granted(found)
    },
  },
  {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of a refresh token, with all its access tokens',
    roles: 'public',
    takes: refreshBody,
    gives: success,
    async run(world, { body: given }) {
      const refresh = refreshIn(given)
      if (refresh !== undefined) world.sessions.end(refresh)
      return { status: 'success' }
    },
  },
  personal({
    method: 'GET',
    path: '/auth/whoami',
    summary: 'Identify the owner of the token',
    gives: userAgent,
    async run(visit) {
      const { owner, call } = visit
      const here = await hereFor(visit)
      const address = mailAddressOf(owner, here)
      const [type = 'user', id = ''] = address.slice(0, address.lastIndexOf('@')).split(':')
      const agent = { ua_type: type, [type === 'admin' ? 'admin_id' : 'user_id']: id, host: here.host }
      return {
        user_agent: { user_agent: agent },
        metadata: { [ownKey]: { address: owner, role: call.client.role } },
      }
    },
  }),
]

function refreshIn(given: Call['body']): string | undefined {
  return given === undefined || given === null ? undefined : readBody(given, invalid).text('refresh_token')
}

/** Whether a client is called so: by the address of MAIL, or by the name alone. */
function isNamed({ swarm }: World, call: Call, { id }: Client, username: string): boolean {
  if (username === id) return true
  try {
    return readMailAddress(username, { swarm }, hostsOf(call)).address === `agent:${id}`
  } catch {
    return false
  }
}

/** @throws Refusal 403 */
function requirePerson({ role }: Client): void {
  if (role === 'agent') throw new Refusal(strangeRole.status, strangeRole.detail)
}

export const strangeRole = {
  status: 403,
  detail: 'this token is of another swarm; a mailbox is opened with the token of a person',
}

function granted({ access, refresh }: Grant): JsonObject {
  return {
    access_token: access,
    token_type: 'bearer',
    refresh_token: refresh,
    expires_in: accessTime / 1000,
    metadata: {},
  }
}
