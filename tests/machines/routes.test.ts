import { IconNames } from '@blueprintjs/icons'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import en from '../../locales/en/routes.json' with { type: 'json' }
import id from '../../locales/id/routes.json' with { type: 'json' }
import zh from '../../locales/zh/routes.json' with { type: 'json' }
import { breadcrumb, findRoute, isKnownPath, leavesOf, titleOf, to } from '../../src/machines/paths.ts'
import {
  firstBelow,
  firstPermitted,
  menu,
  permittedRoutes,
  routesFor,
  withDetails,
} from '../../src/machines/permissions.ts'
import { allRoutes, controlledRoutes } from '../../src/machines/routes.ts'
import type { Route, RouteType } from '../../src/machines/routes.ts'

const paths = [
  '/login',
  '/auth-redirect',
  '/401',
  '/404',
  '/',
  '/dashboard',
  '/changePassword/index',
  '/precollection/detail/:type/:orderNo',
  '/precollection/userManage',
  '/precollection/groupManage',
  '/precollection/dispatchManage',
  '/precollection/preCollectionManage/orderList',
  '/precollection/preCollectionManage/orderProcessingList',
  '/precollection/myPreCollectionManage/myOrderList',
  '/precollection/myPreCollectionManage/myOrderProcessingList',
  '/precollection/preDailyProcess',
  '/precollection/summaryCollectinOrders',
  '/precollection/preDailyProcessNew',
  '/approve/machinerReview/machinerReviewPass',
  '/approve/machinerReview/machinerReviewReject',
  '/approve/reviewFirst/reviewFirstWait',
  '/approve/reviewFirst/reviewFirstPass',
  '/approve/reviewFirst/reviewFirstReject',
  '/approve/reviewFinal/reviewFinalWait',
  '/approve/reviewFinal/reviewFinalPass',
  '/approve/reviewFinal/reviewFinalReject',
  '/approve/detail/:orderNo',
  '/approve/machinerDetail/:orderNo/:type',
  '/approve/reviewGroup',
  '/approve/reviewList',
  '/approve/reviewerManage',
  '/loan/waitLoanList',
  '/loan/loanRecord',
  '/loan/loanDetail/:date',
  '/repay/repayPlan',
  '/repay/repaymentRecord',
  '/repay/overdueRepayment',
  '/repay/overdueRepaymentDetail/:date',
  '/repay/repayQuery',
  '/power/role',
  '/power/setting',
  '/power/menu/:role_id',
  '/power/interface/:role_id',
  '/power/account',
  '/report/borrowAgainRate',
  '/report/overdueMonitoring',
  '/report/passRate',
  '/report/overdueMonitoringTotal',
  '/report/channelConversionRate',
  '/report/conversionRate',
  '/report/placeRecovery',
  '/report/touristsRegisterToApply',
  '/report',
  '/collection/collectionDailyProcess',
  '/collection/collectionUserManage',
  '/collection/collectioGroupManage',
  '/collection/collectionDispatchManage',
  '/collection/collectionOrderManage/all',
  '/collection/collectionOrderManage/finish',
  '/collection/detail/:type/:orderNo',
  '/collection/outSoureDailyProcess',
  '/utils/excelExport',
  '/utils/configTools',
  '/utils/bankStatement',
  '/utils/changeChannel',
  '/risk/riskRuleConfig',
  '/telemarketing/customerVerifyCode',
  '/telemarketing/userList',
  '/telemarketing/checkList',
  '/telemarketing/detail/:id',
  '/telemarketing/imports',
  '/order/orderList',
  '/order/excelList',
  '/sms/smsSendManage',
  '/sms/smsTemplate/:id',
  '/sms/loginLog',
]

/** Routes that the specification does not ask for. */
const added = [
  '/setPassword',
  '/stop',
  '/repay/loan/:orderNo',
  '/power/account/:account_id',
  '/flow/index',
  '/flow/records',
  '/flow/steps',
  '/power/audit',
  '/power/audit/:entry',
  '/power/seen/:orderNo',
  '/utils/contact',
  '/sms/message',
  '/report/plans',
  '/report/visitors',
  '/collection/holdings',
  '/collection/attempts',
  '/collection/promises',
  '/collection/credits',
  '/collection/placed',
  '/collection/complaints',
  '/collection/hours',
  '/collection/standings',
  '/sms/reminders',
  '/sms/smsBatches',
  '/sms/smsBatch/:id',
  '/collection/placements',
  '/telemarketing/callBacks',
  '/telemarketing/origins',
  '/telemarketing/checkFigures',
  '/telemarketing/check/:id',
]

const roleNames = [
  'admin',
  'approve',
  'reviewer1',
  'reviewer2',
  'reviewLead',
  'finance',
  'financeChecker',
  'preCollector',
  'collector',
  'collectionLead',
  'agency',
  'telemarketer',
  'telemarketingLead',
  'qualityChecker',
  'risk',
  'analyst',
  'support',
]

const everyRoute = (routes: readonly Route[]): Route[] =>
  routes.flatMap((route) => [route, ...everyRoute(route.children ?? [])])

const routes = everyRoute(allRoutes)
const names = routes.map(({ name }) => name)
const leaves = leavesOf(allRoutes)
const screens = leaves.map(({ route }) => route.name)
const permittedNames = (...roles: string[]) =>
  everyRoute(permittedRoutes(controlledRoutes, roles)).map(({ name }) => name)

describe('the route table', () => {
  test('has every screen at its own path, and no other', () => {
    expect(leaves.map(({ path }) => path).toSorted()).toEqual([...paths, ...added].toSorted())
  })

  test('gives every route a name of its own', () => {
    expect(names).toEqual([...new Set(names)])
  })

  test('names no route like a role', () => {
    expect(names.filter((name) => roleNames.includes(name))).toEqual([])
  })

  test.each([
    ['Indonesian', id],
    ['English', en],
    ['Chinese', zh],
  ])('has exactly the titles it needs in %s', (_, titles) => {
    const titled = routes.filter(titleOf).map(({ name }) => name)
    expect(Object.keys(titles).toSorted()).toEqual(titled.toSorted())
    expect(Object.values(titles).map((title) => title.trim())).not.toContain('')
  })

  test('tells two tabs apart in every language', () => {
    for (const titles of [id, en, zh]) expect(Object.values(titles)).toEqual([...new Set(Object.values(titles))])
  })

  test('uses icons that exist, one for each area', () => {
    const known: string[] = Object.values(IconNames)
    expect(routes.flatMap(({ icon }) => icon ?? []).filter((icon) => !known.includes(icon))).toEqual([])
    expect(menu(allRoutes).filter(({ icon }) => !icon)).toEqual([])
  })

  test('does not cache the dashboard and keeps it for admin and approve', () => {
    expect(findRoute('/dashboard')?.route).toEqual({
      path: '/dashboard',
      name: 'dashboard',
      icon: 'dashboard',
      noCache: true,
      roles: ['admin', 'approve'],
    })
  })

  test('needs no session on the login, the redirect page and the pages of links that are sent only', () => {
    expect(leaves.flatMap(({ route, path }) => (route.open ? [path] : []))).toEqual([
      '/login',
      '/auth-redirect',
      '/setPassword',
      '/stop',
    ])
  })

  test('hides every screen with parameters, and says which lists lead to it', () => {
    for (const { route, path } of leaves.filter((leaf) => leaf.path.includes(':'))) {
      expect(route.hidden, path).toBe(true)
      expect(route.with?.length, path).toBeGreaterThan(0)
    }
    const lists = routes.flatMap((route) => route.with ?? [])
    expect(lists.filter((list) => !screens.includes(list))).toEqual([])
  })

  test('gives a type to every list of one stage of the review, which opens a detail by it', () => {
    const ofStage = leaves.filter(({ path }) => /^\/approve\/(machinerReview|reviewFirst|reviewFinal)\//.test(path))
    expect(ofStage).toHaveLength(8)
    expect(ofStage.filter(({ route }) => !route.type)).toEqual([])
  })
})

describe('the permission filter', () => {
  const tree: Route[] = [
    {
      path: '/a',
      name: 'a',
      children: [
        { path: 'b', name: 'b' },
        { path: 'c', name: 'c', children: [{ path: 'd', name: 'd' }] },
      ],
    },
    { path: '/e', name: 'e' },
    { path: '/f', name: 'f', roles: ['lead'] },
  ]
  const kept = (...roles: string[]) => everyRoute(permittedRoutes(tree, roles)).map(({ name }) => name)

  test('gives an admin every route', () => {
    expect(permittedRoutes(controlledRoutes, ['admin'])).toEqual(controlledRoutes)
    expect(permittedRoutes(tree, ['analyst', 'admin'])).toEqual(tree)
  })

  test('keeps a leaf only by its own name', () => {
    expect(kept('e')).toEqual(['e'])
    expect(kept('E', 'e ', 'reviewer1')).toEqual([])
    expect(kept()).toEqual([])
  })

  test('keeps a parent only with a child that is left, and never by its own name', () => {
    expect(kept('d')).toEqual(['a', 'c', 'd'])
    expect(kept('b')).toEqual(['a', 'b'])
    expect(kept('a', 'c')).toEqual([])
  })

  test('limits a route with roles to them, on top of its name', () => {
    expect(kept('f')).toEqual([])
    expect(kept('lead')).toEqual([])
    expect(kept('f', 'lead')).toEqual(['f'])
  })

  test('leaves the table as it was', () => {
    const before = structuredClone(tree)
    kept('b', 'd')
    expect(tree).toEqual(before)
  })

  test('tells lists with the same path segment apart', () => {
    expect(permittedNames('orderList')).toEqual(['order', 'orderList'])
    expect(permittedNames('preOrderList')).toEqual(['precollection', 'preCollectionManage', 'preOrderList'])
  })

  test('always has the constant routes, and the dashboard for admin and approve', () => {
    const constants = [
      'login',
      'authRedirect',
      'setPassword',
      'optOut',
      'unauthorized',
      'notFound',
      'root',
      'changePassword',
    ]
    expect(everyRoute(routesFor(controlledRoutes, ['support'])).map(({ name }) => name)).toEqual(constants)
    for (const role of roleNames) {
      const hasDashboard = routesFor(controlledRoutes, [role]).some(({ name }) => name === 'dashboard')
      expect(hasDashboard, role).toBe(role === 'admin' || role === 'approve')
    }
  })
})

describe('hidden details', () => {
  test('come with any of the lists that lead to them', () => {
    expect(withDetails(['reviewer1', 'reviewFirstWait'])).toEqual([
      'reviewer1',
      'reviewFirstWait',
      'approveDetail',
      'machinerDetail',
    ])
    for (const list of ['machinerReviewPass', 'reviewList', 'orderList', 'excelList', 'riskRuleConfig'])
      expect(withDetails([list])).toEqual([list, 'approveDetail', 'machinerDetail'])
    expect(withDetails(['finish'])).toEqual(['finish', 'collectionDetail'])
    expect(withDetails(['role'])).toEqual(['role', 'menu', 'interface'])
  })

  test('are not given twice, nor without a list', () => {
    const both = ['overdueRepayment', 'overdueRepaymentDetail', 'loanOfOrder'] as const
    expect(withDetails(both)).toEqual(both)
    expect(withDetails(['reviewGroup'])).toEqual(['reviewGroup'])
    expect(withDetails([])).toEqual([])
  })

  test('pass the filter then, and only then', () => {
    expect(permittedNames('reviewFirstWait')).toEqual(['approvals', 'reviewFirst', 'reviewFirstWait'])
    expect(permittedNames(...withDetails(['reviewFirstWait']))).toContain('approveDetail')
  })
})

describe('the menu', () => {
  const menuFor = (...roles: string[]) => menu(routesFor(controlledRoutes, withDetails(roles)))

  test('leaves hidden routes out', () => {
    const shown = JSON.stringify(menu(allRoutes))
    for (const name of ['login', 'root', 'changePassword', 'approveDetail', 'menu']) {
      expect(shown).not.toContain(`"name":"${name}"`)
    }
  })

  test('shows every area of the console to an admin, each with its screens', () => {
    expect(menuFor('admin').map(({ name }) => name)).toEqual([
      'dashboard',
      'order',
      'approvals',
      'loan',
      'repay',
      'precollection',
      'collection',
      'telemarketing',
      'sms',
      'report',
      'riskRuleConfig',
      'flow',
      'utils',
      'power',
    ])
    expect(menuFor('admin').find(({ name }) => name === 'loan')?.children).toEqual([
      { name: 'waitLoanList', title: 'routes:waitLoanList', path: '/loan/waitLoanList' },
      { name: 'loanRecord', title: 'routes:loanRecord', path: '/loan/loanRecord' },
    ])
  })

  test("puts a single visible child in its parent's place, with the parent's icon, at any depth", () => {
    const path = '/approve/reviewFirst/reviewFirstWait'
    expect(menuFor('reviewFirstWait')).toEqual([
      { name: 'reviewFirstWait', title: 'routes:reviewFirstWait', icon: 'endorsed', path },
    ])
  })

  test('counts only visible children, and drops a parent that has none', () => {
    expect(menuFor('loanRecord').map(({ path }) => path)).toEqual(['/loan/loanRecord'])
    expect(menu(permittedRoutes(controlledRoutes, ['loanDetail']))).toEqual([])
  })

  test('links to other sites as they are', () => {
    const manual: Route = { path: 'https://manual.example/loket', name: 'manual', icon: 'manual', external: true }
    const item = { name: 'manual', title: 'routes:manual', icon: 'manual', path: manual.path, external: true }
    expect(menu([manual])).toEqual([item])
    expect(menu([{ path: '/help', name: 'help', children: [manual] }])).toEqual([item])
    expect(leavesOf([manual])).toEqual([])
  })
})

describe('the landing page', () => {
  const landing = (...roles: string[]) => firstPermitted(controlledRoutes, roles)

  test('is the dashboard for those who have it', () => {
    expect(landing('admin')).toBe('/dashboard')
    expect(landing('approve', 'reviewFirstWait')).toBe('/dashboard')
  })

  test('is the first screen of the menu for everybody else', () => {
    expect(landing('reviewer2', 'reviewFinalWait', 'reviewFinalPass')).toBe('/approve/reviewFinal/reviewFinalWait')
    expect(landing('finance', 'repayPlan', 'waitLoanList')).toBe('/loan/waitLoanList')
  })

  test('is never a hidden screen', () => {
    expect(landing('support', 'approveDetail', 'repayPlan')).toBe('/repay/repayPlan')
  })

  test('is 401 for somebody who may open nothing', () => {
    expect(landing('support')).toBe('/401')
    expect(landing('support', 'approveDetail')).toBe('/401')
  })
})

describe('the path of a parent, which has no screen', () => {
  test('leads to its first screen that the person may open', () => {
    expect(firstBelow('/approve/reviewFirst', ['admin'])).toBe('/approve/reviewFirst/reviewFirstWait')
    expect(firstBelow('/order', ['support', 'excelList'])).toBe('/order/excelList')
    expect(firstBelow('/approve', ['reviewer2', 'reviewFinalPass'])).toBe('/approve/reviewFinal/reviewFinalPass')
  })

  test('leads to 401 for somebody who may open none of them, and a path of nothing leads nowhere', () => {
    expect(firstBelow('/order', ['support', 'repayPlan'])).toBe('/401')
    expect(firstBelow('/orde', ['admin'])).toBeUndefined()
    expect(firstBelow('/order/orderList', ['admin'])).toBeUndefined()
    expect(firstBelow(to.approveDetail({ orderNo: 'LK1' }), ['admin'])).toBeUndefined()
  })
})

describe('a path', () => {
  test('is found with its parameters and its ancestors', () => {
    const found = findRoute('/approve/machinerDetail/A%2F1/first')
    expect(found?.route.name).toBe('machinerDetail')
    expect(found?.params).toEqual({ orderNo: 'A/1', type: 'first' })
    expect(found?.ancestors.map(({ name }) => name)).toEqual(['approvals'])
    expect(findRoute('/repay/repayPlan/')?.route.name).toBe('repayPlan')
  })

  test.each([
    '',
    '/nowhere',
    '/approve',
    '/approve/reviewFirst',
    '/approve/detail',
    '/approve/detail/',
    '/Approve/reviewList',
    '/approve/detail/1/2',
    '/approve/detail/%E0%A4%A',
    '//',
    '//approve/reviewList',
    'approve/reviewList',
  ])('that leads to no screen is not found: %s', (path) => {
    expect(findRoute(path)).toBeUndefined()
  })

  test.each(leaves.map(({ path, route }) => [path, route.name] as const))('%s is built by its name', (path, name) => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (value) => {
        const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, param = '']) => [param, value]))
        const build: (values: never) => string = to[name as keyof typeof to]
        expect(findRoute(build(params as never))).toMatchObject({ path, params })
      }),
    )
  })

  test('is built from the parameters that it has, and from no others', () => {
    expect(to.reviewFirstWait()).toBe('/approve/reviewFirst/reviewFirstWait')
    expect(to.approveDetail({ orderNo: 'L 1/2?#' })).toBe('/approve/detail/L%201%2F2%3F%23')
    expect(to.menu({ role_id: 3 })).toBe('/power/menu/3')
    expectTypeOf(to.root).parameters.toEqualTypeOf<[]>()
    expectTypeOf(to.approveDetail).parameter(0).toEqualTypeOf<{ orderNo: string | number }>()
    expectTypeOf(to.collectionDetail).parameter(0).toEqualTypeOf<{ type: RouteType; orderNo: string | number }>()
  })
})

describe('the breadcrumb', () => {
  test('goes from the area to the screen, whose own item is no link', () => {
    expect(breadcrumb('/approve/reviewFinal/reviewFinalPass')).toEqual([
      { name: 'approvals', title: 'routes:approvals', path: '/approve/machinerReview/machinerReviewPass' },
      { name: 'reviewFinal', title: 'routes:reviewFinal', path: '/approve/reviewFinal/reviewFinalWait' },
      { name: 'reviewFinalPass', title: 'routes:reviewFinalPass' },
    ])
  })

  test('links only to what the person may open', () => {
    const own = permittedRoutes(controlledRoutes, ['reviewFirstReject', 'approveDetail'])
    expect(breadcrumb('/approve/detail/7', own)).toEqual([
      { name: 'approvals', title: 'routes:approvals', path: '/approve/reviewFirst/reviewFirstReject' },
      { name: 'approveDetail', title: 'routes:approveDetail' },
    ])
    const hiddenOnly = permittedRoutes(controlledRoutes, ['approveDetail'])
    expect(breadcrumb('/approve/detail/7', hiddenOnly)[0]).toEqual({ name: 'approvals', title: 'routes:approvals' })
  })

  test('hides what has no title, and is empty where there is no screen', () => {
    const tree: Route[] = [{ path: '/a', name: 'a', untitled: true, children: [{ path: 'b', name: 'b' }] }]
    expect(breadcrumb('/a/b', tree)).toEqual([{ name: 'b', title: 'routes:b' }])
    expect(breadcrumb('/nowhere')).toEqual([])
    expect(breadcrumb('/')).toEqual([])
  })
})

describe('a redirect after the login', () => {
  test.each(
    Object.entries({
      'a screen': ['/', '/dashboard', '/changePassword/index', '/approve/reviewFirst/reviewFirstWait'],
      'a record': ['/approve/detail/LK-2025.0001_a~b', '/collection/detail/post/1', '/loan/loanDetail/2025-01-31'],
      'a query': ['/order/orderList?page=2&from=/login', '/order/orderList?q=%2F%2Fx&to=https://x.example', '/?a=1'],
      'a hash': ['/order/orderList#row', '/order/orderList?a=1#row', '/order/orderList?'],
    }),
  )('follows %s', (_, redirects) => {
    expect(redirects.filter((redirect) => !isKnownPath(redirect))).toEqual([])
  })

  test.each(
    Object.entries({
      'another host': ['//evil.example', '///evil.example', '////evil.example/order/orderList', '//order/orderList'],
      'a host without a scheme': ['evil.example', '.evil.example', '@evil.example', '/@evil.example', ':80/x'],
      'a host with a login': ['//user:pass@evil.example', '/order/orderList@evil.example', 'https://a@b.example/'],
      'a scheme': ['https://evil.example', 'https:/order/orderList', 'HTTPS:evil.example', 'mailto:a@b.example'],
      'a script': ['javascript:alert(1)', 'JaVaScRiPt:alert(1)//order/orderList', 'data:text/html,x', 'vbscript:x'],
      'a backslash': ['\\evil.example', '/\\evil.example', '\\/evil.example', '\\\\evil.example', '/order\\orderList'],
      'a backslash further on': ['http:\\\\evil.example', '/order/orderList?a=\\', '/order/orderList#\\'],
      'a control character': ['/\t/evil.example', '/\n/evil.example', '/\r\n/evil.example', '\t//evil.example', '/\0'],
      'a control character at the end': ['/order/orderList\n', '/order/orderList\0', '/order/orderList?a=\n'],
      'a space': [' //evil.example', ' /order/orderList', '/order/orderList ', '/order/orderList?a= b'],
      'an invisible character': ['/order/order\u200bList', '\ufeff/order/orderList', '/order/orderList?\u2028'],
      'a look-alike': ['／／evil.example', '/／evil.example', '/order/orderLiſt', '/order/orderList？a'],
      'an encoded slash': ['/%2Fevil.example', '/%2f%2fevil.example', '%2F%2Fevil.example', '/approve/detail/%2F'],
      'an encoded backslash': ['/%5cevil.example', '/%5C%5Cevil.example', '/approve/detail/%5c'],
      'an encoded dot': ['/approve/detail/%2e%2e', '/approve/detail/%252e', '/%2e%2e/evil.example'],
      'an encoded control character': ['/%09/evil.example', '/approve/detail/%0d%0aSet-Cookie', '/approve/detail/%00'],
      'an encoded letter': ['/%6Frder/orderList', '%68ttps://x.example'],
      'a broken encoding': ['/approve/detail/%', '/approve/detail/%zz', '/approve/detail/%C0%AF'],
      'a dotted segment': ['/approve/detail/..', '/approve/detail/.', '/approve/detail/...', '/./order/orderList'],
      'a way up': ['/order/../order/orderList', '/..//evil.example', '../order/orderList'],
      'an empty segment': ['/order//orderList', '/order/orderList//', '/order/orderList/'],
      'path parameters': ['/order/orderList;jsessionid=1', '/approve/detail/:orderNo', '/approve/detail/1:2'],
      'an unknown screen': [
        '/nowhere',
        '/ORDER/orderList',
        '/order/orderList/more',
        '/approve',
        '*',
        '/*',
        '/__proto__',
      ],
      'no path': ['', 'order/orderList', '?redirect=//evil.example', '#/order/orderList'],
      'a public page': ['/login', '/login?redirect=/login', '/auth-redirect?code=1', '/401', '/404'],
    }),
  )('refuses %s', (_, redirects) => {
    expect(redirects.filter(isKnownPath)).toEqual([])
  })

  test('refuses what is no text', () => {
    expect([null, undefined, 1, {}, ['/order/orderList']].filter(isKnownPath)).toEqual([])
  })

  test('stays on this site whatever is put together from the usual tricks', () => {
    const marks = ['/', '//', '\\', '.', '..', '%2f', '%5c', '%2e', '\t', '\n', ' ', ':', '@', '?', '#', '&', '\u2028']
    const words = ['https:', 'javascript:', 'evil.example', '/order', '/orderList', '/dashboard', '/approve/detail/1']
    const piece = fc.constantFrom(...marks, ...words)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const redirect = pieces.join('')
        if (!isKnownPath(redirect)) return
        const url = new URL(redirect, 'https://console.example')
        expect(url.origin + url.pathname).toBe(`https://console.example${redirect.split(/[?#]/)[0]}`)
      }),
      { numRuns: 5000 },
    )
  })

  test('is a path that the console itself would build', () => {
    for (const { path, route } of leaves.filter((leaf) => !leaf.path.includes(':'))) {
      const isPublic = ['login', 'authRedirect', 'setPassword', 'optOut', 'unauthorized', 'notFound'].includes(
        route.name,
      )
      expect(isKnownPath(path), path).toBe(!isPublic)
    }
  })
})
