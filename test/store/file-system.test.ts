import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mountedType, sharedByType, sharedFileSystemOf } from '../../store/sqlite/database/file-system.ts'

test.each([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xff534d42 | 0, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE or virtiofs'],
  [0xef53, null],
  [0x9123683e, null],
  [0x58465342, null],
  [0x01021994, null],
  [0x794c7630, null],
])('the type %i of Linux is %s', (type, name) => {
  expect(sharedByType(type, 'linux')).toBe(name)
  expect(sharedByType(type, 'darwin')).toBeNull()
})

test('a path that is not there yet will lie where its nearest folder does', () => {
  const folder = tmpdir()
  const name = sharedByType(statfsSync(folder).type)
  expect(sharedFileSystemOf(join(folder, 'not', 'there', 'mail.db'))).toBe(name)
})

/** As WSL 1 lists its disks; WSL 2 says 9p or virtiofs by the number. */
const mounts = `rootfs / wslfs rw,noatime 0 0
none /mnt/wsl tmpfs rw 0 0
C: /mnt/c drvfs rw,noatime,uid=1000,gid=1000,case=off 0 0
D: /mnt/my\\040disk drvfs rw 0 0
`
test.each([
  ['/mnt/c/Users/ada/project/.watchpost', 'drvfs'],
  ['/mnt/c', 'drvfs'],
  ['/mnt/my disk/project', 'drvfs'],
  ['/mnt/cc/project', 'wslfs'],
  ['/home/ada/project', 'wslfs'],
])('the mount of %s is of the type %s', (path, type) => {
  expect(mountedType(mounts, path)).toBe(type)
})
