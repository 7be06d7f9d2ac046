/**
 * Messages to people: {@link io.lakeward.engine.notice.Notifications} sends e-mails and calls web
 * addresses when an update or a flow ends as the settings name it.
 */
@NullMarked
package io.lakeward.engine.notice;

import org.jspecify.annotations.NullMarked;
