import { describe, expect, it, test } from 'vitest'
import { httpFaces } from '../../../src/entry/http-faces.ts'
import { methodsAt, placeOf } from '../../../src/faces/http/paths.ts'
import { mailFace } from '../../../src/faces/mail/face.ts'
import { mail2Face } from '../../../src/faces/mail2/face.ts'

test.each([
  ['/', mailFace, '/'],
  ['/health?x=/mail/2', mailFace, '/health'],
  ['/compat/mail-1.3.6', mailFace, '/'],
  ['/compat/mail-1.3.6/health', mailFace, '/health'],
  ['/mail/2', mail2Face, '/'],
  ['/mail/2/', mail2Face, '/'],
  ['/mail/2/inbox/x?limit=1', mail2Face, '/inbox/x'],
  ['/mail/2nd', mailFace, '/mail/2nd'],
  ['/mail/20/inbox', mailFace, '/mail/20/inbox'],
])('%s is answered by one face', (url, face, path) => {
  expect(placeOf(httpFaces, url)).toEqual({ face, path })
})

describe('the methods of a path', () => {
  it.each([
    ['/inbox', ['GET', 'HEAD']],
    ['/inbox/x', ['GET', 'HEAD', 'DELETE']],
    ['/inbox/', []],
    ['/inbox/x/y', []],
    ['/trash/clear', ['GET', 'HEAD', 'DELETE', 'POST']],
  ])('%s has %j', (path, methods) => {
    expect(methodsAt(mail2Face, path)).toEqual(methods)
  })
})
